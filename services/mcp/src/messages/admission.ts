import type { Response } from 'express';
import type { CallLog } from 'shared/admission/call-log.ts';
import { insufficientScope, resourceMetadataUrl, tokenInvalid } from 'shared/admission/challenge.ts';
import { type Count, type Limits, rateLimited, rateLimitHeaders } from 'shared/admission/limits.ts';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { listTokens } from 'shared/contract/operations/account.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { findTool } from 'shared/documents/tools.ts';
import type { McpCaller } from '../tools/caller.ts';
import { type CallService, readAnswer } from '../tools/service-client.ts';

export type AdmissionParts = {
  siteUrl: string;
  limits: Limits;
  callLog: CallLog;
  callService: CallService;
};

export type Admit = ReturnType<typeof createAdmission>;

/**
 * Makes the function that lets the messages of one POST through, as the gateway does calls over REST: revocation, limits, scopes.
 * Each message that asks for an answer counts as a request, each call of a tool that writes as a write too. Gives what the limit
 * of writes says, of all writes of the POST alike; undefined where nothing writes. Sets the limits' headers. Throws
 * `token_invalid`, `rate_limited`, `insufficient_scope`, and `unavailable` or `timeout` where neither Redis nor auth can say
 * whether the token still holds.
 */
export const createAdmission = ({ siteUrl, limits, callLog, callService }: AdmissionParts) => {
  const metadataUrl = resourceMetadataUrl(siteUrl, RESOURCE_PATHS.mcp);

  /** Without Redis only auth can say whether what the gateway has cached still holds. */
  const isConnected = async (caller: McpCaller): Promise<boolean> => {
    const { tokens } = await readAnswer(callService, listTokens, caller);
    return tokens.some(({ current }) => current);
  };

  return async (caller: McpCaller, messages: unknown[], response: Response): Promise<Count | undefined> => {
    // A message that expects no answer is free. But a batch of such costs us what any batch does, and so it counts as one.
    const requests = Math.max(messages.filter(asksForAnswer).length, messages.length > 1 ? 1 : 0);
    const tools = messages.flatMap(calledTool);
    const writes = tools.filter(({ hints }) => !hints.readOnlyHint).length;
    const { revoked, counts } = await limits.count(caller.assistant, {
      requests,
      ...(writes > 0 && { writes }),
    });
    if (revoked ?? !(await isConnected(caller))) throw tokenInvalid(metadataUrl, ALL_SCOPES);
    response.set(rateLimitHeaders(counts));
    const refused = counts.find(({ policy, allowed }) => policy === 'requests' && !allowed);
    if (refused && requests > 0) throw rateLimited(refused);
    const beyond = tools.find(({ scope }) => !caller.assistant.scopes.includes(scope));
    if (beyond) {
      callLog.add(caller.assistant, { operation: beyond.name, channel: 'mcp', status: 403 });
      throw insufficientScope(metadataUrl, beyond.scope);
    }
    return counts.find(({ policy }) => policy === 'writes');
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
