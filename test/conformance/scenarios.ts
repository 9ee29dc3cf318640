/** The suite that knows 2026-07-28; 0.1.16, the latest that is not a preview, ends at 2025-11-25. */
export const CONFORMANCE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
export const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

/** Against the authorization server: its metadata, and a whole authorization code grant. */
export const AUTHORIZATION = 'authorization';

/**
 * The scenarios that a server can pass without the suite's own tools, resources and prompts. The others call `test_…` tools
 * or want prompts, resources, logging, completion, sampling, elicitation, tasks or sessions, none of which is offered.
 */
export const SERVER_SCENARIOS: Record<string, string[]> = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
  ],
};

const NO_TEST_TOOL = 'needs a test tool of the suite, which a service for people does not have';
const ANSWERED_ALL_THE_SAME =
  'clients ask without looking, and some give the server up at an error: an empty answer, and no capability (`C6.empty_lists`)';

/** The checks that fail, each with its reason. One that passes after all must be taken out. */
export const EXCEPTIONS: Record<string, string> = {
  'sep-2575-server-rejects-undeclared-capability': NO_TEST_TOOL,
  'sep-2575-missing-capability-http-400': NO_TEST_TOOL,
  'sep-2575-http-server-no-independent-requests-on-stream': NO_TEST_TOOL,
  'sep-2575-server-no-log-without-loglevel': NO_TEST_TOOL,
  'sep-2575-server-declares-prompts-in-discover': ANSWERED_ALL_THE_SAME,
  'sep-2575-http-server-method-not-found-404-ping': ANSWERED_ALL_THE_SAME,
  'sep-2575-http-server-method-not-found-404-logging-setlevel': ANSWERED_ALL_THE_SAME,
};
