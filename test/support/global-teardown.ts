/** Stops the set that the tests shared. */
export default async (): Promise<void> => {
  await (globalThis as { stopSharedSet?: () => Promise<void> }).stopSharedSet?.();
};
