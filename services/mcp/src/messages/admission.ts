import type { Response } from 'express';
import { type AdmissionParts, type Admitted, createAdmit } from 'shared/admission/admit.ts';
import { resourceMetadataUrl } from 'shared/admission/challenge.ts';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { listTokens } from 'shared/contract/operations/account.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { findTool } from 'shared/documents/tools.ts';
import type { McpCaller } from '../tools/caller.ts';
import { type CallService, readAnswer } from '../tools/service-client.ts';

export type Admit = ReturnType<typeof createAdmission>;

/**
 * Makes the function that lets the messages of one POST through, as the gateway does calls over REST: revocation, limits, scopes.
 * Each message that asks for an answer counts as a request, each call of a tool that writes as a write too. What the limit of
 * writes says, of all writes of the POST alike, is given back, for it refuses those calls alone. Sets the limits' headers. Throws
 * `token_invalid`, `rate_limited`, `insufficient_scope`, and `unavailable` or `timeout` where neither Redis nor auth can say
 * whether the token still holds.
 */
export const createAdmission = ({
  siteUrl,
  callService,
  ...parts
}: AdmissionParts & { callService: CallService }) => {
  const admitCalls = createAdmit({
    ...parts,
    channel: 'mcp',
    metadataUrl: resourceMetadataUrl(siteUrl, RESOURCE_PATHS.mcp),
    scopes: ALL_SCOPES,
    refusedBy: ['requests'],
  });

  /** Of a token with a marker, or without Redis, only auth can say whether what the gateway has cached still holds. */
  const isConnected = async (caller: McpCaller): Promise<boolean> => {
    const { tokens } = await readAnswer(callService, listTokens, caller);
    return tokens.some(({ current }) => current);
  };

  return (caller: McpCaller, messages: unknown[], response: Response): Promise<Admitted> => {
    const arrival = {
      assistant: caller.assistant,
      // A message that expects no answer is free. But a batch of such costs us what any batch does, and so it counts as one.
      requests: Math.max(messages.filter(asksForAnswer).length, messages.length > 1 ? 1 : 0),
      called: messages
        .flatMap(calledTool)
        .map(({ name, scope, hints }) => ({ name, scope, writes: !hints.readOnlyHint })),
      isStillActive: () => isConnected(caller),
    };
    return admitCalls(arrival, response);
  };
};

/** Whether a message is neither a notification, which has no id, nor a response, which has no method (JSON-RPC 2.0). */
const asksForAnswer = (message: unknown): boolean => {
  const fields = Object(message);
  return 'id' in fields === 'method' in fields;
};

/** The tool of ours that a JSON-RPC message calls, if it does. */
export const calledTool = (message: unknown): Tool[] => {
  const { id, method, params } = Object(message);
  const tool = id !== undefined && method === 'tools/call' && findTool(Object(params).name);
  return tool ? [tool] : [];
};
