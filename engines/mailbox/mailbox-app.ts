import express, { type Express, type Request, type Response } from 'express';
import { LOOPBACK_HOSTS } from 'shared/process/loopback.ts';
import type { KeptMail, MailStore } from './mail-store.ts';
import { htmlPart, listPage, mailPage, styleSheet } from './pages.ts';

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** The mailbox's pages, and `/api/messages` for tests and tools. */
export const mailboxApp = (store: MailStore): Express => {
  const app = express().disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({
      'Content-Security-Policy': pagePolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    next();
  });

  // A page of another site can make its own name lead to this machine (DNS rebinding), and would read every mail.
  app.use((request, response, next) => {
    if (LOOPBACK_HOSTS.includes(request.hostname)) return next();
    response.status(403).type('text').send('The mailbox answers only as localhost, 127.0.0.1 or [::1].\n');
  });

  app.get('/health/ready', (_request, response) => void response.json({ status: 'ready' }));
  app.get('/mailbox.css', (_request, response) => void response.type('css').send(styleSheet));

  app.get('/', (request, response) => {
    const to = addressedTo(request);
    response.send(listPage(store.list(to), to ?? ''));
  });
  app.get('/messages/:id', (request, response) =>
    withMail(request, response, (mail) => response.send(mailPage(mail))),
  );
  app.get('/messages/:id/html', (request, response) =>
    withMail(request, response, (mail) =>
      response.set('Content-Security-Policy', mailPolicy).send(htmlPart(mail)),
    ),
  );

  app.get('/api/messages', (request, response) => {
    response.json({ messages: store.list(addressedTo(request)) });
  });
  app.delete('/api/messages', async (_request, response) => {
    await store.clear();
    response.status(204).end();
  });

  const withMail = (
    request: Request<{ id: string }>,
    response: Response,
    answer: (mail: KeptMail) => void,
  ) => {
    const mail = store.find(request.params.id);
    if (mail) answer(mail);
    else response.status(404).type('text').send('This mail is not in the mailbox.\n');
  };

  return app;
};

/** The address of `?to=`; an empty one is the form's way of saying "any". */
const addressedTo = ({ query }: Request): string | undefined =>
  typeof query.to === 'string' && query.to !== '' ? query.to : undefined;
