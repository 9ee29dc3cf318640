import type { ListToolsResult } from '@modelcontextprotocol/server';
import { describeTool } from 'shared/documents/tool.ts';
import { TOOLS } from 'shared/documents/tools.ts';

/** What the SDK checks and writes in the place of the list, which is the same for everybody. */
export const LIST_TO_COME: ListToolsResult = { tools: [] };

const TO_COME = JSON.stringify(LIST_TO_COME).slice(1, -1);
const LIST = JSON.stringify({ tools: TOOLS.map(describeTool) }).slice(1, -1);

/** An answer of the SDK with the list of tools, made once, wherever it is to come. */
export const withToolList = (answer: string): string => answer.replaceAll(TO_COME, () => LIST);
