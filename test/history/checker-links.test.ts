import { describe, expect, test } from '@jest/globals';
import {
  type MailInput,
  type MailOutput,
  mailModel,
  type TokenInput,
  type TokenOutput,
  tokenModel,
} from './access-model.ts';
import { type Call, checkLinearizability } from './linearizability.ts';
import { type LinkInput, type LinkOutput, linkModel } from './link-model.ts';

type LinkCall = Call<LinkInput, LinkOutput>;

const call = (begin: number, end: number, input: LinkInput, output: LinkOutput): LinkCall => ({
  input,
  begin,
  answer: { output, end },
});
const verdictOf = (...calls: LinkCall[]) => checkLinearizability(linkModel, calls).verdict;

const made = call(0, 1, { op: 'create', key: 'k' }, { status: 201, id: 'a' });
const lost: LinkCall = { input: { op: 'create', key: 'k' }, begin: 0 };
const listed = (begin: number, ...ids: string[]) =>
  call(begin, begin + 1, { op: 'list' }, { status: 200, ids });
const opened = (begin: number, status: number) => call(begin, begin + 1, { op: 'open', id: 'a' }, { status });
const revoked = (begin: number, status = 200) =>
  call(begin, begin + 1, { op: 'revoke', id: 'a' }, { status });

describe('share links', () => {
  test('that are made, shown, opened and revoked in order are right', () => {
    expect(verdictOf(made, listed(2, 'a'), opened(4, 200), revoked(6), opened(8, 410), listed(10))).toBe(
      'linearizable',
    );
    expect(verdictOf(lost, listed(2), listed(4, 'a'), revoked(6), revoked(8, 404))).toBe('linearizable');
    expect(
      verdictOf(lost, call(2, 3, { op: 'create', key: 'k' }, { status: 201, id: 'a' }), listed(4, 'a')),
    ).toBe('linearizable');
    // Opened while it was being revoked: either is right.
    for (const status of [200, 410])
      expect(verdictOf(made, call(2, 9, { op: 'revoke', id: 'a' }, { status: 200 }), opened(4, status))).toBe(
        'linearizable',
      );
  });

  test('are wrong where one is made twice by a key', () => {
    const again = call(2, 3, { op: 'create', key: 'k' }, { status: 201, id: 'b' });
    expect(verdictOf(made, again)).toBe('wrong');
    expect(
      verdictOf(lost, call(2, 3, { op: 'create', key: 'k' }, { status: 201, id: 'a' }), listed(4, 'a', 'b')),
    ).toBe('wrong');
  });

  test('are wrong where one is opened or listed after its revocation, or is lost', () => {
    expect(verdictOf(made, revoked(2), opened(4, 200))).toBe('wrong');
    expect(verdictOf(made, revoked(2), listed(4, 'a'))).toBe('wrong');
    expect(verdictOf(made, listed(2))).toBe('wrong');
    expect(verdictOf(made, opened(2, 410))).toBe('wrong');
    expect(
      verdictOf(made, { input: { op: 'revoke', id: 'a' }, begin: 2 }, opened(4, 410), opened(6, 200)),
    ).toBe('wrong');
  });
});

test('a grant is wrong where it gives tokens after its revocation, or none before', () => {
  const use = (begin: number, status: number): Call<TokenInput, TokenOutput> => ({
    input: { op: 'use' },
    begin,
    answer: { output: { status }, end: begin + 1 },
  });
  const revocation: Call<TokenInput, TokenOutput> = { ...use(2, 200), input: { op: 'revoke' } };
  const verdict = (...calls: Call<TokenInput, TokenOutput>[]) =>
    checkLinearizability(tokenModel, calls).verdict;
  expect(verdict(use(0, 200), revocation, use(4, 400))).toBe('linearizable');
  expect(verdict(use(0, 200), revocation, use(4, 200))).toBe('wrong');
  expect(verdict(use(0, 400), revocation)).toBe('wrong');
});

test('a mail is wrong where it is lost, or comes again with another link', () => {
  type MailCall = Call<MailInput, MailOutput>;
  const requested: MailCall = { input: { op: 'request' }, begin: 0, answer: { output: {}, end: 1 } };
  const lostRequest: MailCall = { input: { op: 'request' }, begin: 0 };
  const seen = (begin: number, ...links: string[]): MailCall => ({
    input: { op: 'look' },
    begin,
    answer: { output: { links }, end: begin + 1 },
  });
  const verdict = (...calls: MailCall[]) => checkLinearizability(mailModel, calls).verdict;
  expect(verdict(requested, seen(2, 'a'), seen(4, 'a'))).toBe('linearizable');
  expect(verdict(lostRequest, seen(2), seen(4, 'a'))).toBe('linearizable');
  expect(verdict(requested, seen(2))).toBe('wrong');
  expect(verdict(requested, seen(2, 'a', 'b'))).toBe('wrong');
  expect(verdict(requested, seen(2, 'a'), seen(4, 'b'))).toBe('wrong');
  expect(verdict(lostRequest, seen(2, 'a'), seen(4))).toBe('wrong');
  expect(verdict(seen(2, 'a'))).toBe('wrong');
});
