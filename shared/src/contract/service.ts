/** The version of the description that this service follows (`S9.versions`). */
export const DESCRIPTION_VERSION = '1.2026-10-04.1';
/** The version of `/connect.md`; raise it when what an assistant has to know changes. */
export const INSTRUCTIONS_VERSION = '1.2026-11-27.3';
export const SERVICE_NAME = 'Diary Recording Service';
