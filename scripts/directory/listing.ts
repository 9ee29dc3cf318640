import { SERVICE_NAME } from 'shared/contract/service.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { wordsIn } from 'shared/words/words.ts';
import { type Case, NEGATIVE_CASES, POSITIVE_CASES } from './cases.ts';

/** At most 100 characters, as the registry wants it. */
const TAGLINE = 'A diary of food, activity, sleep and wellbeing that your own assistant keeps for you';
const CHATGPT_SCHEMA = 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json';

/** `server.json` of the MCP registry (schema of 2025-12-11): the name is the site's host, turned round. */
export const serverJson = (siteUrl: string, version: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: `${new URL(siteUrl).hostname.split('.').toReversed().join('.')}/diary-recording-service`,
  title: SERVICE_NAME,
  description: TAGLINE,
  version,
  websiteUrl: siteUrl,
  remotes: [{ type: 'streamable-http', url: `${siteUrl}/mcp` }],
});

/** What a reviewer is told about a tool's hints: they follow from the operation that it stands for. */
const justificationsOf = ({ title, hints }: Tool) => ({
  read_only_justification: hints.readOnlyHint
    ? 'Reads from the diary of the signed-in person and changes nothing.'
    : `Writes to the diary of the signed-in person (${title.toLowerCase()}).`,
  open_world_justification: hints.openWorldHint
    ? 'What it makes can be opened outside, by whoever has its address.'
    : 'Works on this diary alone and calls no other system.',
  destructive_justification: hints.destructiveHint
    ? 'Replaces, removes or ends something that was there.'
    : 'Replaces and removes nothing that was there.',
});

const submittedCase = ({ about, prompt, tools, expected }: Case) => ({
  description: about,
  user_prompt: prompt,
  file_attachment_urls: null,
  tools_triggered: tools.length > 0 ? tools.join(', ') : null,
  expected_output: expected,
  expected_output_url: null,
});

/** `chatgpt-app-submission.json` of ChatGPT's directory (version 1): it fills in a part of the form. */
export const chatGptSubmission = () => ({
  $schema: CHATGPT_SCHEMA,
  schema_version: 1,
  app_info: {
    display_name: SERVICE_NAME,
    subtitle: 'A diary kept by talking',
    description: wordsIn('en').landing.lead,
    category: 'LIFESTYLE',
  },
  tools: Object.fromEntries(
    TOOLS.map((tool) => {
      const { readOnlyHint, openWorldHint, destructiveHint } = tool.hints;
      const annotations = { readOnlyHint, openWorldHint, destructiveHint };
      return [tool.name, { annotations, justifications: justificationsOf(tool) }];
    }),
  ),
  test_cases: POSITIVE_CASES.map(submittedCase),
  negative_test_cases: NEGATIVE_CASES.map(submittedCase),
});

const caseRow = ({ about, prompt, tools, expected }: Case): string =>
  `| ${about} | ${prompt} | ${tools.map((name) => `\`${name}\``).join(', ') || 'none'} | ${expected} |`;

const toolRow = ({ name, title, hints }: Tool): string =>
  `| \`${name}\` | ${title} | ${hints.readOnlyHint ? 'reads' : hints.destructiveHint ? 'writes, may replace or remove' : 'adds'} |`;

/** What Claude's directory, and any other, asks for: texts, tools, prompts and cases, as a page. */
export const listingPage = (siteUrl: string): string => {
  const { lead, notText } = wordsIn('en').landing;
  return `# Listing

Made by \`npm run directory\`, as are \`server.json\` (for the MCP registry) and \`chatgpt-app-submission.json\` (for ChatGPT's
directory). \`SITE_URL=https://… npm run directory\` makes them for another site.

| asked for | answer |
|---|---|
| name | ${SERVICE_NAME} |
| in one line | ${TAGLINE} |
| what it does | ${lead} |
| what it does not | ${notText} |
| server | \`${siteUrl}/mcp\`, Streamable HTTP |
| signing in | OAuth 2.1 with registration by the client (RFC 7591) or a client metadata document |
| documentation | ${siteUrl}/connect.md |
| privacy, terms | ${siteUrl}/privacy, ${siteUrl}/terms |
| support | the contact on these two pages (\`OPERATOR_CONTACT\`) |
| what reaches others | nothing; a report can be read by whoever has a link that its owner made |
| icon | ${siteUrl}/assets/icon.svg |

## For reviewers

No test account has to be handed over: any e-mail address that you can read begins an account, without a password. Add the server,
give the address on the page that opens, and approve with the link in the mail. To see a full diary at once, press the button
of the demo account on ${siteUrl}, where the operator has one (\`DEMO_ACCOUNT\`). ${siteUrl}/check says what a client sees of the
server.

## Tools

| tool | what it does | kind |
|---|---|---|
${TOOLS.map(toolRow).join('\n')}

## Prompts to begin with

${POSITIVE_CASES.slice(0, 3)
  .map(({ prompt }) => `- ${prompt}`)
  .join('\n')}

## Cases

| case | the person says | tools | then |
|---|---|---|---|
${POSITIVE_CASES.map(caseRow).join('\n')}

## Cases in which it is not asked

| case | the person says | tools | then |
|---|---|---|---|
${NEGATIVE_CASES.map(caseRow).join('\n')}

## Screenshots

\`npm run directory -- --screenshots\` takes them of the running set at \`SITE_URL\`, which needs \`DEMO_ACCOUNT\` and Debian's
\`chromium\`, into \`docs/directory/screenshots\`. They are not committed.

Those of the cards, 1,280 pixels wide, are taken where \`npm start\` runs:
\`npm run cards -- --pictures docs/directory/screenshots\` shows a made-up diary in a host of MCP Apps. With \`--every-look\` each card is
taken in three languages, two themes and three widths, to be looked at when a card changes.
`;
};
