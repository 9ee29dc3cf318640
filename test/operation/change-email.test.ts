import { describe, expect, test } from '@jest/globals';
import { ask } from '../connect/steps.ts';
import { callAs, newPerson } from '../person/diary-person.ts';
import { askForLink, followLink, open, signIn } from '../person/steps.ts';
import { call, newConnection, newEmail } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { runScript } from '../support/run-script.ts';
import { site } from '../support/set.ts';

const changeEmail = (account: string, to: string) =>
  runScript('change-email', ['--account', account, '--to', to], site);

describe('a person who lost the mailbox', () => {
  proves(
    ['O.lost_mailbox'],
    'gets the account back under another address, and the old one opens nothing',
    async () => {
      const person = await newPerson();
      const note = await callAs(person, 'POST', '/wellbeing', { text: 'Written before' });
      const signInLink = await askForLink(person.email);
      const { link: approvalLink } = await ask({ email: person.email });
      const to = newEmail();
      expect(await changeEmail(person.account.id, to)).toMatchObject({ exitCode: 0, stderr: '' });

      expect((await open('/account', person)).status).toBe(303);
      expect((await followLink(signInLink)).status).not.toBe(303);
      expect((await open(approvalLink)).html).not.toContain('name="decision"');
      expect((await open('/account', await signIn(to))).html).toContain(to);
      const { token } = await newConnection({ email: to });
      const day = await call('GET', `/days/${note.day}`, { token });
      expect(day.body.wellbeing).toEqual([expect.objectContaining({ id: note.id })]);
      // What assistants were connected goes on: the person sees them, and can disconnect them.
      expect((await callAs(person, 'GET', '/tokens')).tokens).toHaveLength(2);
    },
  );

  test('gets no address that somebody else has', async () => {
    const [person, other] = [await newPerson(), await newConnection()];
    const { exitCode, stderr } = await changeEmail(person.account.id, other.email);
    expect([exitCode, stderr]).toEqual([1, 'Another account has this address.\n']);
    expect((await open('/account', person)).status).toBe(200);
  });

  test.each([
    ['acc_of-nobody', 'new@example.org', 'There is no such account.'],
    ['acc_of-nobody', 'no address', 'Usage:'],
  ])('%s, %s: %s', async (account, to, reason) => {
    const { exitCode, stderr } = await changeEmail(account, to);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});
