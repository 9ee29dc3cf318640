/** What is said of a file that may well be good. The system's own words do not always name it. */
export const cannotRead = (file: string, { message }: Error): Error =>
  new Error(`${file} cannot be read: ${message}.`);
