import { describe, expect } from '@jest/globals';
import { call, csrfIn, meStatus, newConnection, newEmail, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import {
  accountOf,
  isSignedIn,
  open,
  post,
  postAs,
  requestSignInLink,
  type SignedIn,
  signIn,
} from './steps.ts';

/** Asks for another address as the form does; returns the notice that the person is sent to. */
const ask = async (person: SignedIn, newAddress: string): Promise<string | null> => {
  const { headers } = await postAs(person, '/account/address', { new_email: newAddress });
  return new URL(headers.get('location') ?? '', 'http://site').searchParams.get('notice');
};

/** Has a link mailed to a new address and returns it. */
const linkTo = async (person: SignedIn, newAddress: string): Promise<string> => {
  expect(await ask(person, newAddress)).toBe('address_sent');
  return linkIn(await mailTo(newAddress));
};

/** Posts the form of a link to a new address, if its page has one, in the person's browser. */
const confirm = async (link: string, person: { cookie: string }) => {
  const { html } = await open(link, person);
  return post(link, { csrf: html.includes('name="csrf"') ? csrfIn(html) : '' }, person);
};

/** Dates what an account remembers, or a link, back by so many days. */
const backdate = (person: SignedIn, days: number) =>
  onDatabase(async (db) => {
    const found = await db.collection('accounts').findOne({ email: person.email });
    const moves = (found?.moves ?? []).map((move: { at: Date }) => ({
      ...move,
      at: new Date(move.at.getTime() - days * 86_400_000),
    }));
    await db.collection('accounts').updateOne({ email: person.email }, { $set: { moves } });
  });

describe('another address for an account', () => {
  proves(['C13.address', 'H32'], 'is taken by the link mailed to it, and everything stays', async () => {
    const before = newEmail();
    const { token } = await newConnection({ email: before });
    const { url } = (await call('POST', '/share-links', { token, body: {} })).body;
    const person = await signIn(before);
    const id = (await accountOf(person))?._id;
    const after = newEmail();
    const link = await linkTo(person, after);
    const page = await open(link, person);
    expect([page.status, page.html.includes(after)]).toEqual([200, true]);
    // Opening it has changed nothing.
    expect((await accountOf({ email: before }))?._id).toBe(id);
    const answer = await confirm(link, person);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account?notice=address_changed']);
    expect((await accountOf({ email: after }))?._id).toBe(id);
    expect([await isSignedIn(person), await meStatus(token), (await open(url)).status]).toEqual([
      true,
      200,
      200,
    ]);
    expect((await open('/account', person)).html).toContain(after);
    expect((await call('GET', '/me', { token })).body.account.email).toBe(after);
    const again = await signIn(after);
    expect((await open('/account', again)).html).toContain(after);
    // Once.
    expect((await confirm(link, person)).status).toBe(410);
  });

  proves(['C13.address', 'H32'], 'is taken by nobody but the signed-in person', async () => {
    const person = await signIn();
    const after = newEmail();
    const link = await linkTo(person, after);
    for (const browser of [{ cookie: '' }, await signIn()]) {
      const { status, html } = await open(link, browser);
      expect([status, html.includes(after), html.includes(person.email)]).toEqual([403, false, false]);
      expect((await confirm(link, browser)).status).toBe(403);
    }
    const forged = await post(link, { csrf: 'guessed' }, person);
    expect([forged.status, await accountOf({ email: after })]).toEqual([403, null]);
    expect((await confirm(link, person)).status).toBe(303);
  });

  proves(
    ['C13.address', 'H32'],
    'with an account is answered alike, and its mail moves nothing',
    async () => {
      const other = await signIn();
      const person = await signIn();
      const known = await mailsTo(other.email);
      expect(await ask(person, other.email.toUpperCase())).toBe('address_sent');
      const [mail, ...rest] = await mailsTo(other.email);
      expect(rest).toHaveLength(known.length);
      expect(mail && new URL(linkIn(mail)).pathname).toBe('/signin');
      expect([await accountOf(person), await accountOf(other)]).toEqual([
        expect.objectContaining({ email: person.email }),
        expect.objectContaining({ email: other.email }),
      ]);
      // Their own is known, too.
      expect(await ask(person, person.email)).toBe('address_sent');
      // To tell one from the other by how long it takes, there would have to be less to do.
      expect(await ask(person, newEmail())).toBe('address_sent');
      const moves = (await accountOf(person))?._id;
      const links = await onDatabase((db) => db.collection('sign_in_links').countDocuments({ moves }));
      expect(links).toBe(3);
    },
  );

  proves(['C13.address'], 'needs an address, and a sign-in of the last 15 minutes', async () => {
    const person = await signIn();
    for (const invalid of ['', 'nobody', 'a@b', '<a>@example.com'])
      expect(await ask(person, invalid)).toBe('address_invalid');
    expect((await open('/account?notice=address_invalid', person)).html).toMatch(/id="new_email-error"/);
    const id = (await accountOf(person))?._id;
    await onDatabase((db) =>
      db
        .collection('sessions')
        .updateMany(
          { account_id: id as unknown as string },
          { $set: { created_at: new Date(Date.now() - 901_000) } },
        ),
    );
    const after = newEmail();
    expect(await ask(person, after)).toBe('sign_in_again');
    expect(await mailsTo(after)).toEqual([]);
    const { html } = await open('/account', person);
    expect(html).not.toContain('name="new_email"');
  });

  proves(['C13.address'], 'is not taken after 15 minutes', async () => {
    const person = await signIn();
    const after = newEmail();
    const link = await linkTo(person, after);
    const { expires_at, created_at } = (await onDatabase((db) =>
      db
        .collection('sign_in_links')
        .findOneAndUpdate(
          { email: after },
          { $set: { expires_at: new Date() } },
          { returnDocument: 'before' },
        ),
    )) as unknown as { expires_at: Date; created_at: Date };
    expect(expires_at.getTime() - created_at.getTime()).toBe(900_000);
    expect([(await open(link, person)).status, (await confirm(link, person)).status]).toEqual([410, 410]);
  });

  proves(['C13.address'], 'is taken three times in 30 days', async () => {
    let person = await signIn();
    const move = async (): Promise<string | null> => {
      const after = newEmail();
      const notice = await ask(person, after);
      if (notice !== 'address_sent') return notice;
      expect((await confirm(linkIn(await mailTo(after)), person)).status).toBe(303);
      person = { ...person, email: after };
      return notice;
    };
    for (let times = 0; times < 3; times += 1) expect(await move()).toBe('address_sent');
    expect(await move()).toBe('address_too_often');
    await backdate(person, 31);
    expect(await move()).toBe('address_sent');
  });

  proves(['H32'], 'is taken by one of two accounts that move to it at once', async () => {
    const people = [await signIn(), await signIn()];
    const after = newEmail();
    const links: string[] = [];
    for (const person of people) links.push(await linkTo(person, after));
    const answers = await Promise.all(people.map((person, index) => confirm(links[index] ?? '', person)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  });
});

describe('the old address', () => {
  proves(['C13.old_address', 'H32'], 'learns for 30 days that an account moved, not where to', async () => {
    const person = await signIn();
    const before = person.email;
    const after = newEmail();
    await confirm(await linkTo(person, after), person);
    const link = await requestSignInLink(before);
    const unknown = newEmail();
    await requestSignInLink(unknown);
    const [mail, other] = [await mailTo(before), await mailTo(unknown)];
    const plain = (text: string) => text.replace(/https?:\S+|\d+:\d+/g, '');
    expect([mail.subject, plain(mail.text)]).toEqual([other.subject, plain(other.text)]);
    // An assistant that still knows the old address would begin a second diary.
    const pages = [link, (await requestConnection({ email: before })).link];
    for (const page of pages) {
      const { html } = await open(page);
      expect(html).toContain('has moved to another one');
      expect(html).not.toContain(after);
    }
    await backdate({ ...person, email: after }, 31);
    for (const page of pages) expect((await open(page)).html).not.toContain('has moved to another one');
  });
});

proves(['C8.other_address'], 'whoever has lost the mailbox is told to write to the operator', async () => {
  const person = await signIn();
  for (const [language, words, lost] of [
    ['en', 'You no longer have the old mailbox', 'You no longer have that mailbox?'],
    ['es', '¿Ya no tienes el correo antiguo', '¿Ya no tienes ese correo?'],
    ['ru', 'Старого ящика больше нет', 'Этого ящика у вас больше нет?'],
  ] as const) {
    const { html } = await open(`/account?language=${language}`, person);
    const whereTo = `.*<a href="/privacy\\?language=${language}">`;
    expect(html).toMatch(new RegExp(words + whereTo));
    // Also to whoever can no longer sign in; the id that proves something is shown on no page.
    const { html: sent } = await open(`/signin?notice=sent&language=${language}`);
    expect(sent).toMatch(new RegExp(lost.replace('?', '\\?') + whereTo));
    expect(html).not.toContain((await accountOf(person))?._id);
  }
});
