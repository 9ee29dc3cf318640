/** What is said of a file that may well be good. The system's own words do not always name it. */
export const cannotRead = (file: string, { message }: Error): Error =>
  new Error(`${file} cannot be read: ${message}.`);

/** The same of one that could not be written. Errors that are not the file system's stay as they are. */
export const cannotWrite = (file: string, error: NodeJS.ErrnoException): Error => {
  if (error.code === 'ENOSPC')
    return new Error(`There is no room for ${file}: make some, or name another place.`);
  return error.syscall ? new Error(`${file} cannot be written: ${error.message}.`) : error;
};
