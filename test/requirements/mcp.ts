export const MCP = {
  'S4.tools': 'The MCP server has the fifteen tools of the specification.',
  'S1.examples': 'What the instructions show works as it stands.',
  'C1.plain_schemas':
    'Inputs of tools have one type a property and no keyword that a model’s API refuses; null is accepted and not declared.',
  'C1.lenient':
    'Over MCP what means one thing alone is read, and named in _meta; everything else is refused.',
  'C1.client_arguments':
    'What clients add to a call on their own is left out at its top level, by a list with sources.',
  'C6.transport':
    'POST /mcp is stateless and answers in JSON; GET, HEAD and DELETE are 401 with the challenge, 405 with a token; there are no sessions and no streams.',
  'C6.sizes':
    'The list of tools, its output schemas, each description and the instructions keep their sizes.',
  'C6.bounds': 'Inputs of tools keep the bounds of the contract; long ones stand in the description.',
  'C6.told': 'What a call needs is told by its tool, not by the instructions alone.',
  'C6.empty_lists':
    'Lists of what is not there are empty in every version; ping and logging/setLevel are {}.',
  'C6.initialize': 'An initialize is answered by its body, whatever version the header names.',
  'C6.origins':
    "The site's own pages, loopback, known clients and ALLOWED_ORIGINS may call; preflight and call agree.",
  'C6.security_schemes': 'Each tool says in itself and in its _meta how to sign in for it.',
  'C6.icons': 'Server, tools and site have icons.',
  'C6.versions': 'Every protocol version that the SDK supports is served.',
  'C6.list': 'All tools are always listed, in a fixed order, each with title, description and four hints.',
  'C6.input': 'Tools take the REST input flattened, from the same schemas; a day that is absent is today.',
  'C6.merge':
    'With merge set_activity and set_sleep keep what is not named; add_workouts and clear are refused without it.',
  'C6.report': 'get_report takes a period or both ends of a range; both or neither is refused in words.',
  'C6.if_version': 'if_version is If-Match: what has another version is refused, and the current one named.',
  'C6.result': 'structuredContent is the REST body, fits the outputSchema and is repeated as JSON text.',
  'C6.refusal': 'A refusal is a result with isError, the problem as its text and no structuredContent.',
  'C6.away': 'A service that is away or does not answer is a refusal of the call.',
  'C6.call_log': 'The call log names the tool that was called and the channel.',
  'C6.revoked': 'A connection that was ended is refused at once, with Redis away too.',
  'C7.mcp_limits':
    'Each message that asks for an answer is a request, each call of a tool that writes a write, in the counters of REST.',
  'C7.mcp_keys': 'An idempotency key means the same over REST and MCP.',
  H1: 'POST /mcp without a good token is a 401 whose challenge leads to the metadata of /mcp.',
  H4: 'A foreign Origin on /mcp is a 403; preflights come before authentication; headers are exposed.',
  H5: 'Clients of 2025-03-26 to 2026-07-28 get JSON and no session; a future version is answered as MCP says.',
  H31: 'Leniency never changes what was meant: lenient input means exactly the strict one or is refused.',
  H6: 'Invalid arguments are a refusal, an unknown tool is -32602, a call beyond the scopes a 403; callers share nothing.',
} as const;
