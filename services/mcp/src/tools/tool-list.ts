import type { ListToolsResult } from '@modelcontextprotocol/server';
import { describeTool } from 'shared/documents/tool.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import type { Views } from '../cards/views.ts';

/** What the SDK checks and writes in the place of the list, which is the same for everybody. */
export const LIST_TO_COME: ListToolsResult = { tools: [] };

const TO_COME = JSON.stringify(LIST_TO_COME).slice(1, -1);

export type WithToolList = ReturnType<typeof createToolList>;

/**
 * Makes the function that puts the list of tools, each with the view that shows what it answers (`C15.tools`), into an answer of the SDK
 * wherever it is to come; its bytes are made once.
 */
export const createToolList = (views: Views | undefined) => {
  const tools = TOOLS.map(describeTool).map(({ _meta, ...tool }) => ({
    ...tool,
    _meta: { ..._meta, ...views?.metaOf(tool.name) },
  }));
  const list = JSON.stringify({ tools }).slice(1, -1);
  return (answer: string): string => answer.replaceAll(TO_COME, () => list);
};
