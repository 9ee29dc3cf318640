import { stripTypeScriptTypes } from 'node:module';

/** Takes the types off for Jest, as Node itself does everywhere else. */
export default { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
