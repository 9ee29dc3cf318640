/**
 * Arguments that clients add to every call on their own, and who reported it (an issue or pull request of that repository). They are left out
 * (`C1.client_arguments`); a tool that has a field of such a name keeps it.
 */
export const CLIENT_ARGUMENTS: Readonly<Record<string, string>> = {
  // n8n
  sessionId: 'mpeirone/zabbix-mcp-server#27',
  action: 'mpeirone/zabbix-mcp-server#27',
  chatInput: 'mpeirone/zabbix-mcp-server#27',
  toolCallId: 'n8n-io/n8n#21500',
  tool: 'n8n-io/n8n#35067',
  // Moltis
  _accept_language: 'moltis-org/moltis#182',
  _conn_id: 'moltis-org/moltis#182',
  _session_key: 'moltis-org/moltis#182',
  // SiYuan
  _sessionID: 'siyuan-note/siyuan#17927',
};
