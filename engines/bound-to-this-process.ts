/**
 * A command line whose process is killed when the calling process ends, however it ends (PR_SET_PDEATHSIG, prctl(2)). The
 * kernel reports only an end that comes after the request: if the caller has ended by then, nothing is run.
 */
export const boundToThisProcess = (command: string[]): string[] => {
  const unlessOrphaned = ['sh', '-c', '[ "$PPID" = "$0" ] && exec "$@"', `${process.pid}`];
  return ['setpriv', '--pdeathsig', 'KILL', '--', ...unlessOrphaned, ...command];
};
