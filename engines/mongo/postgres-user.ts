const nobody = '65534';

/**
 * A command line that runs PostgreSQL's programs, which refuse to run as root: for root, as `nobody`, who may still
 * pass root's private folders on the way to the data. `no_setuid_fixup` lets `access(2)` see that it may.
 * @param deathSignal what the program gets when the calling process ends; said here because a change of user undoes an
 *   earlier PR_SET_PDEATHSIG (prctl(2))
 */
export const asPostgresUser = (deathSignal: string, command: string[]): string[] => {
  const asNobody = [
    ...['--reuid', nobody, '--regid', nobody, '--clear-groups', '--no-new-privs'],
    ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--securebits', '+no_setuid_fixup'],
  ];
  const isRoot = process.getuid?.() === 0;
  return ['setpriv', '--pdeathsig', deathSignal, ...(isRoot ? asNobody : []), '--', ...command];
};
