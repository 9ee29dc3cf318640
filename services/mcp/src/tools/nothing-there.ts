/**
 * What is answered to methods for what this server does not have, though it names no capability for it: clients ask without looking, and some
 * give the server up at an error (`C6.empty_lists`).
 */
export const NOTHING_THERE: Readonly<Record<string, Record<string, unknown>>> = {
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [] },
  'logging/setLevel': {},
  ping: {},
};
