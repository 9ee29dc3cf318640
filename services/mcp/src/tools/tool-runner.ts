import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Admitted } from 'shared/admission/admit.ts';
import { rateLimited } from 'shared/admission/limits.ts';
import { listProfiles } from 'shared/contract/operations/profiles.ts';
import { Problem } from 'shared/contract/problem.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { presentProblem, toLoggedProblem } from 'shared/http/problem.ts';
import { parse, validationFailed } from 'shared/http/validate.ts';
import type { Log } from 'shared/observe/log.ts';
import { today } from 'shared/records/calendar.ts';
import { unknownProfile } from 'shared/records/unknown-profile.ts';
import { readLeniently } from '../lenient/read-leniently.ts';
import type { McpCaller } from './caller.ts';
import { type CallService, readAnswer, type ServiceAnswer } from './service-client.ts';

type Parts = { log: Log; siteUrl: string; callService: CallService };

export type RunTool = ReturnType<typeof createToolRunner>;

/**
 * Makes the function that runs one call of a tool: by the service that owns the operation, as the caller. `admitted` is
 * how its POST was, `isTooMuch` whether the answers to the other calls of that are as large as they may be; the call log gets what the
 * limit of writes lets through. A refusal is not an error but a result, too: the model reads why and what to do (`C6.refusal`).
 */
export const createToolRunner = ({ log, siteUrl, callService }: Parts) => {
  const run = async (tool: Tool, args: unknown, caller: McpCaller): Promise<ServiceAnswer> => {
    const input = parse(tool.input, args, { answer: tool.output });
    refuseTwoKeys(input.idempotency_key, caller.idempotencyKey);
    const operation = tool.operationFor(input);
    const dayInPath = operation.path.includes('{day}');
    const day = input.day ?? (dayInPath ? await todayIn(input.profile_id, caller) : undefined);
    return callService(operation, { ...tool.toOperationInput(input), day }, caller);
  };

  /** REST has the day in the path; a model may leave it out, and then it is today where the profile is. */
  const todayIn = async (profileId: unknown, caller: McpCaller): Promise<string> => {
    const { profiles } = await readAnswer(callService, listProfiles, caller);
    const profile = profiles.find(({ id, is_default }) => (profileId ? id === profileId : is_default));
    if (!profile) throw unknownProfile();
    return today(profile.time_zone);
  };

  return async (
    tool: Tool,
    args: unknown,
    caller: McpCaller,
    { admitted, isTooMuch }: { admitted: Admitted; isTooMuch: boolean },
  ): Promise<CallToolResult> => {
    const refuse = (error: unknown): ServiceAnswer => {
      const problem = toLoggedProblem(error, log);
      return {
        status: problem.status,
        text: JSON.stringify(presentProblem(problem, siteUrl, caller.requestId)),
      };
    };
    const { writes } = admitted;
    if (!tool.hints.readOnlyHint && writes && !writes.allowed) return present(refuse(rateLimited(writes)));
    if (isTooMuch) return present(refuse(tooMuch()));
    const { input, read } = readLeniently(tool, args);
    const answer = await run(tool, input, caller).catch(refuse);
    admitted.log(tool.name, answer.status);
    if (answer.status >= 500) caller.noteFailure(answer.status);
    return present(answer, read);
  };
};

/** Both are sent to make the call safe to repeat: either alone could write twice what the other would not. */
const refuseTwoKeys = (argument: unknown, header: string | undefined): void => {
  if (typeof argument !== 'string' || header === undefined || argument === header) return;
  const message = 'differs from the header Idempotency-Key: send one of them';
  throw validationFailed([{ pointer: '/idempotency_key', code: 'duplicate', message }]);
};

const tooMuch = (): Problem =>
  new Problem(
    'payload_too_large',
    'The answers to this batch are too large together. Send this call by itself.',
  );

/**
 * The body as it came, as text and as data; a refusal as text alone, for some clients check data against the schema even then.
 * `_meta` says what the headers of its names say over REST, and what of the arguments was read leniently.
 */
const present = ({ status, text, marks = [] }: ServiceAnswer, read: string[] = []): CallToolResult => {
  const meta = {
    ...Object.fromEntries(marks.map((name) => [name, true])),
    ...(read.length > 0 && { 'read-leniently': read }),
  };
  return {
    content: [{ type: 'text' as const, text }],
    ...(status >= 300 ? { isError: true } : { structuredContent: JSON.parse(text) }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
};
