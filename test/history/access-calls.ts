import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../services/diary/src/made-up/random.ts';
import { refresh } from '../oauth/steps.ts';
import { newEmail } from '../support/client.ts';
import { linkIn, mailsTo } from '../support/mailbox.ts';
import { now, type Plan, type RecordedCall } from './recorded-call.ts';
import { isUnknown, type Request, type Send, type Sent, timed } from './sender.ts';

type Parts = {
  plan: Plan;
  random: Random;
  send: Send;
  note: (recorded: RecordedCall) => void;
  /** The account's number, and a token of it. */
  account: number;
  token: string;
  /** A key that nobody else uses. */
  nextKey: () => string;
};

const AROUND_REVOCATION = ['use', 'use', 'use', 'use', 'revoke', 'use', 'use', 'use', 'use'] as const;

/** An address that was asked for access, and what it is called in the record. */
type Mailed = { object: string; email: string };

const answerOf = <Output>({ begin, end, status }: Sent, output: Output) =>
  isUnknown(status) ? { begin } : { begin, end, output };

/** What an assistant does about access: tokens, a grant of OAuth and share links, each used and revoked, and mails that ask for it. */
export const createAccessCalls = ({ plan, random, send, note, account, token, nextKey }: Parts) => {
  const links = new Map<string, string>();
  const mailed: Mailed[] = [];
  let grant = plan.grants[account];

  /** Whose time it is of `of`, and whether the second half of that has begun. */
  const turn = (of: number): { number: number; isLate: boolean } => {
    const share = ((now() - plan.startsAt) / (plan.endsAt - plan.startsAt)) * of;
    return { number: Math.floor(share), isLate: share % 1 > 0.5 };
  };
  const useOrRevoke = (isLate: boolean) => (isLate && random.chance(0.3) ? 'revoke' : 'use');
  const requestFor = (op: 'use' | 'revoke'): Request =>
    op === 'use' ? { method: 'GET', path: '/me' } : { method: 'DELETE', path: '/tokens/current' };

  const noteToken = (object: string, op: 'use' | 'revoke', sent: Sent): void => {
    if (sent.status === 429) return;
    note({ object, kind: 'token', input: { op }, ...answerOf(sent, { status: sent.status }) });
  };

  /** The token whose time it is, which all assistants share. */
  const useToken = async (): Promise<void> => {
    const place = account % plan.revoked.length;
    const tokens = plan.revoked[place] ?? [];
    const { number, isLate } = turn(tokens.length);
    const revoked = tokens[number];
    if (!revoked) return;
    const use = async (op: 'use' | 'revoke') =>
      noteToken(`token of ${place}, ${number}`, op, await send(requestFor(op), revoked));
    const op = useOrRevoke(isLate);
    // Where something remembers that it was good, it does so from just before, and not for long.
    for (const each of op === 'use' ? ['use' as const] : AROUND_REVOCATION) await use(each);
  };

  /** Refreshes the account's grant, again where the answer was lost, or uses what that gave, or revokes it near the end. */
  const useGrant = async (): Promise<void> => {
    if (!grant) return;
    const { client, access_token, refresh_token } = grant;
    const object = `grant of ${account}`;
    if (random.chance(0.4)) {
      const sent = await timed(() => refresh(client, refresh_token, {}, plan.set));
      noteToken(object, 'use', sent);
      if (sent.status === 200) grant = { client, ...sent.body };
      return;
    }
    const op = turn(1).number === 0 && turn(10).number === 9 ? useOrRevoke(true) : 'use';
    noteToken(object, op, await send(requestFor(op), access_token));
  };

  const noteLink = (
    input: Extract<RecordedCall, { kind: 'link' }>['input'],
    sent: Sent,
    more: { id?: string; ids?: string[] } = {},
  ): void =>
    note({
      object: `links of ${account}`,
      kind: 'link',
      input,
      ...answerOf(sent, { status: sent.status, ...more }),
    });

  const createLink = async (): Promise<void> => {
    const key = nextKey();
    const tool = { name: 'create_share_link', args: {} };
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const sent = await send({ method: 'POST', path: '/share-links', body: {}, key, tool }, token);
      if (sent.status === 201 || sent.status === 200) {
        const { id, url } = sent.body;
        links.set(id, new URL(url).pathname);
        noteLink({ op: 'create', key }, sent, { id });
      } else if (isUnknown(sent.status)) noteLink({ op: 'create', key }, sent);
      if (!isUnknown(sent.status) && random.chance(0.9)) return;
      await sleep(1000);
    }
  };

  const listLinks = async (): Promise<void> => {
    const tool = { name: 'list_share_links', args: {} };
    const sent = await send({ method: 'GET', path: '/share-links', tool }, token);
    if (sent.status !== 200) return;
    const shown: { id: string; url: string }[] = sent.body.share_links;
    for (const { id, url } of shown) links.set(id, new URL(url).pathname);
    noteLink({ op: 'list' }, sent, { ids: shown.map(({ id }) => id) });
  };

  const useLink = async ([id, path]: [string, string]): Promise<void> => {
    if (random.chance(0.6)) {
      const sent = await timed(() => fetch(`${random.pick(plan.gateways)}${path}`));
      if (sent.status === 200 || sent.status === 410) noteLink({ op: 'open', id }, sent);
      return;
    }
    const tool = { name: 'revoke_share_link', args: { id } };
    const sent = await send({ method: 'DELETE', path: `/share-links/${id}`, tool }, token);
    if (isUnknown(sent.status) || sent.status === 200 || sent.status === 404)
      noteLink({ op: 'revoke', id }, sent);
  };

  const useLinks = (): Promise<void> => {
    const [first, ...others] = [...links].slice(-5);
    if (!first || random.chance(0.2)) return random.chance(0.4) ? listLinks() : createLink();
    return useLink(random.pick([first, ...others]));
  };

  const requestMail = async (): Promise<void> => {
    const email = newEmail();
    const body = { email, client_name: 'Test assistant' };
    const sent = await send({ method: 'POST', path: '/connect', body }, '');
    if (sent.status !== 202 && !isUnknown(sent.status)) return;
    const object = `mail ${account}-${nextKey()}`;
    mailed.push({ object, email });
    note({ object, kind: 'mail', input: { op: 'request' }, ...answerOf(sent, {}) });
  };

  const look = async ({ object, email }: Mailed): Promise<void> => {
    const sent = await timed(async () => ({ status: 200, body: await mailsTo(email, plan.set) }));
    if (sent.status !== 200) return;
    const links = [...new Set<string>(sent.body.map(linkIn))];
    note({ object, kind: 'mail', input: { op: 'look' }, ...answerOf(sent, { links }) });
  };

  /** Asks an address of its own for access, or looks what was mailed to one of the last. */
  const useMail = (): Promise<void> => {
    const [first, ...others] = mailed.slice(-3);
    return first && random.chance(0.7) ? look(random.pick([first, ...others])) : requestMail();
  };

  return { useToken, useGrant, useLinks, useMail };
};
