import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { PRINCIPAL_HEADER } from 'shared/calls/principal.ts';
import { TOOL_CALLS_MS } from 'shared/deadlines.ts';
import { jsonBody } from 'shared/http/json-body.ts';
import { abandoned } from 'shared/http/refuse-abandoned.ts';
import { requireAssistant } from 'shared/http/route.ts';
import type { Keys } from 'shared/process/keys.ts';
import { answerInTurn } from 'shared/process/limit-concurrency.ts';
import { turnsOfEach } from 'shared/process/take-turn.ts';
import { TURNS } from 'shared/turns.ts';
import type { McpCaller } from '../tools/caller.ts';
import type { CreateMcpServer } from '../tools/mcp-server.ts';
import type { WithToolList } from '../tools/tool-list.ts';
import { type Admit, calledTool } from './admission.ts';
import { serveMessages } from './serve-messages.ts';

/** Of an account. While a large answer is made here, it takes many times its size, so they are fewer than in the services. */
const turnsOf = turnsOfEach(TURNS.mcpRequests);

/** Ends with the answer, or with the caller: the timer of an `AbortSignal.timeout` would stay for all of that time. */
const deadlineOf = (response: Response): AbortSignal => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DOMException('late', 'TimeoutError')), TOOL_CALLS_MS);
  response.once('close', () => {
    clearTimeout(timer);
    // A problem, so that it is not taken for a fault of the service that is being called.
    if (!response.writableFinished) deadline.abort(abandoned());
  });
  return deadline.signal;
};

const asksForTools = (message: unknown): boolean => Object(message).method === 'tools/list';

type Parts = { keys: Keys; admit: Admit; createServer: CreateMcpServer; withToolList: WithToolList };

/** `POST /mcp`: admits the messages of a request, has them answered and sends the answer. */
export const messageRoutes = ({ keys, admit, createServer, withToolList }: Parts): Router => {
  const callerOf = (request: Request, response: Response): McpCaller => ({
    assistant: requireAssistant(keys, request),
    principal: request.get(PRINCIPAL_HEADER) ?? '',
    requestId: request.id,
    idempotencyKey: request.get('Idempotency-Key'),
    deadline: deadlineOf(response),
    noteFailure: (status) => {
      request.failedStatus = status;
    },
  });

  /** A body that cannot be read is refused, but counts against the limit: as one message that asks for an answer. */
  const admitUnreadable: ErrorRequestHandler = async (error, request, response, next) => {
    await admit(callerOf(request, response), [undefined], response);
    next(error);
  };

  return Router().post('/mcp', jsonBody, admitUnreadable, async (request: Request, response: Response) => {
    const messages: unknown[] = [request.body].flat();
    const [tool] = messages.flatMap(calledTool);
    if (tool) request.operationId = tool.name;
    const caller = callerOf(request, response);
    const admitted = await admit(caller, messages, response);
    await answerInTurn(turnsOf(caller.assistant.account.id), response, async () => {
      const isGone = () => response.destroyed;
      const answer = await serveMessages(request, createServer(caller, admitted, isGone));
      const written = await answer.text();
      const text = messages.some(asksForTools) ? withToolList(written) : written;
      response.status(answer.status);
      if (text) response.type('application/json').send(text);
      else response.end();
    });
  });
};
