import { describe, expect } from '@jest/globals';
import { answerApproval, call, csrfIn, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import {
  approve,
  authorize,
  isCode,
  newClient,
  newSignIn,
  openPage,
  parametersOf,
  postAddress,
  redeem,
  requestApproval,
  requestIdOf,
} from './steps.ts';

describe('the browser that started the sign-in', () => {
  proves(['H12'], 'alone gets the code, whoever approves and wherever', async () => {
    const mailed = await requestApproval(await newSignIn());
    const link = await fetch(mailed.link);
    expect(link.headers.getSetCookie()).toEqual([]);
    const csrf = csrfIn(await link.text());
    const approval = await fetch(mailed.link, {
      method: 'POST',
      headers: { origin: site.url },
      body: new URLSearchParams({ csrf, terms: 'on', number: mailed.number, decision: 'approve' }),
    });
    expect([approval.status, approval.headers.getSetCookie()]).toEqual([200, []]);
    const html = await approval.text();
    expect(html).not.toContain('code=');
    expect(html).not.toContain(mailed.client.redirectUri);

    // The approver gets nothing by the URL, even with a cookie that is made up or of another browser.
    const uid = new URL(mailed.location).pathname.split('/').at(-1);
    const other = await newSignIn();
    for (const cookie of [
      '',
      `sign_in=${uid}`,
      `sign_in=${uid}; sign_in.sig=${'x'.repeat(43)}`,
      other.cookie,
    ]) {
      const answer = await openPage({ ...mailed, cookie });
      expect([answer.status, answer.location]).toEqual([410, '']);
      const posted = await postAddress({ ...mailed, cookie }, newEmail());
      expect(posted.status).toBe(410);
    }
    const back = await openPage(mailed);
    expect([isCode(back.location), back.headers.getSetCookie()]).toEqual([true, []]);
  });

  proves(['C5.sign_in'], 'can have several sign-ins open, each with its own result', async () => {
    const client = await newClient();
    const [first, second] = [
      await requestApproval(await authorize(client)),
      await requestApproval(await authorize(client)),
    ];
    await approve(second);
    expect((await openPage(first)).status).toBe(200);
    expect(isCode((await openPage(second)).location)).toBe(true);
    await answerApproval(first.link, { decision: 'deny' });
    expect(parametersOf((await openPage(first)).location).error).toBe('access_denied');
  });

  proves(['C5.sign_in'], 'gets one connection from many concurrent requests', async () => {
    const mailed = await requestApproval(await newSignIn());
    await approve(mailed);
    const answers = await Promise.all(Array.from({ length: 10 }, () => openPage(mailed)));
    expect(answers.map(({ location }) => isCode(location))).toEqual(Array(10).fill(true));
    const connections = await onDatabase((db) =>
      db.collection('connections').countDocuments({ 'grant.client_id': mailed.client.id }),
    );
    expect(connections).toBe(1);
  });

  proves(['H10'], 'gets access_denied if the person has disconnected meanwhile', async () => {
    const signIn = await newSignIn();
    const mailed = await requestApproval(signIn);
    await approve(mailed);
    const { code } = parametersOf((await openPage(mailed)).location);
    const { body } = await redeem({ ...signIn, code: code ?? '' });
    await call('DELETE', '/tokens/current', { token: body.access_token });
    expect(parametersOf((await openPage(mailed)).location)).toMatchObject({
      error: 'access_denied',
      iss: site.url,
    });
  });
});

describe('a request from the sign-in page', () => {
  proves(['C5.sign_in'], 'cannot be polled', async () => {
    const mailed = await requestApproval(await newSignIn());
    const id = await requestIdOf(mailed);
    for (const token of [undefined, '', mailed.number])
      expect((await call('GET', `/connect/${id}`, { ...(token && { token }) })).status).toBe(404);
    expect((await call('GET', `/connect/${id}`, { query: { poll_token: '' } })).status).toBe(404);
  });
});
