import type { CallLog } from 'shared/admission/call-log.ts';
import type { Tool } from 'shared/contract/tool.ts';
import type { Assistant } from 'shared/service/principal.ts';

/** Notes the call of a tool for the person: which application called what, without content. */
export const logCall = (callLog: CallLog, tool: Tool, assistant: Assistant, status: number): void =>
  callLog.add({
    account_id: assistant.account.id,
    connection_id: assistant.connection.id,
    client_name: assistant.connection.client_name,
    operation: tool.name,
    channel: 'mcp',
    status,
    at: new Date().toISOString(),
  });
