import { afterAll, describe, expect } from '@jest/globals';
import { closeBrowser } from '../pages/browser.ts';
import { item, meal } from '../rest/samples.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callAs, locationOf, newPerson, type Person, visitAs } from './diary-person.ts';
import { open, postAs } from './steps.ts';

const DAY = '2026-10-04';
const REPORT = `/report?period=daily&day=${DAY}`;
const KINDS = ['meal', 'activity', 'sleep', 'wellbeing'] as const;

/** A day with a record of every kind; returns their ids by kind. */
const recordDay = async (person: Person) => {
  const at = `${DAY}T13:05:00+02:00`;
  const recorded = [
    await callAs(person, 'POST', '/meals', {
      ...meal,
      eaten_at: at,
      description: 'Two apples, I think',
      items: [
        { ...item, name: 'Apple' },
        { ...item, name: '<b>Pear</b>' },
      ],
    }),
    await callAs(person, 'PUT', `/days/${DAY}/activity`, { steps: 8400, workouts: [{ type: '<i>Run' }] }),
    await callAs(person, 'PUT', `/days/${DAY}/sleep`, { bedtime: '23:10', asleep_minutes: 440 }),
    await callAs(person, 'POST', '/wellbeing', { text: 'Tired <u>today', recorded_at: at }),
  ];
  return Object.fromEntries(KINDS.map((kind, index) => [kind, recorded[index].id])) as Record<
    (typeof KINDS)[number],
    string
  >;
};

/** How many records are left of each kind, in the order of `KINDS`. */
const countsOf = async (person: Person) => {
  const { meals, activity, sleep, wellbeing } = await callAs(person, 'GET', `/days/${DAY}`);
  return [meals.length, Number(activity !== null), Number(sleep !== null), wellbeing.length];
};

const deletionPath = (kind: string, id: string) =>
  `/report/records/${kind}/${id}/delete?period=daily&day=${DAY}`;

afterAll(closeBrowser);

describe('a record that is deleted from /report', () => {
  for (const javaScriptEnabled of [true, false])
    proves(
      ['C8.records_deleted', 'C8.without_script', 'C8.report'],
      `is gone after a question that can be declined, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      async () => {
        const person = await newPerson();
        const { meal: id } = await recordDay(person);
        await callAs(person, 'POST', '/meals', {
          ...meal,
          eaten_at: `${DAY}T20:00:00Z`,
          description: 'Stays',
        });
        const { page, complaints, close } = await visitAs(person, { javaScriptEnabled });
        await page.goto(site.url + REPORT);
        const openQuestion = async () => {
          await page.locator(`a[href*="${id}"]`).press('Enter');
          await page.getByRole('link', { name: 'Delete', exact: true }).press('Enter');
        };
        await openQuestion();
        await page.getByRole('heading', { name: 'Delete this meal?' }).waitFor();
        const facts = await page.locator('main dd').allInnerTexts();
        expect(facts).toEqual([
          '4 October 2026, 13:05',
          'Apple, <b>Pear</b>',
          'Two apples, I think',
          '104',
          'Test assistant',
        ]);
        await page.getByRole('link', { name: 'Keep it' }).press('Enter');
        await page.getByText('Two apples, I think').waitFor();
        expect(await countsOf(person)).toEqual([2, 1, 1, 1]);
        await openQuestion();
        await page.getByRole('button', { name: 'Delete it' }).press('Enter');
        await page.getByRole('status').getByText('The record is deleted').waitFor();
        // Back at the page where the person was.
        expect(new URL(page.url()).searchParams.get('day')).toBe(DAY);
        await page.getByText('Stays').waitFor();
        expect(await page.getByText('Two apples, I think').count()).toBe(0);
        expect(await countsOf(person)).toEqual([1, 1, 1, 1]);
        expect(complaints).toEqual([]);
        await close();
      },
    );

  proves(['C8.records_deleted', 'C8.sent_twice'], 'may be of any kind, and is deleted once', async () => {
    const person = await newPerson();
    const ids = await recordDay(person);
    const expected = [1, 1, 1, 1];
    for (const [index, kind] of KINDS.entries()) {
      const path = deletionPath(kind, ids[kind]);
      const { status, html } = await open(path, person);
      expect([kind, status]).toEqual([kind, 200]);
      expect(html).not.toMatch(/<b>|<i>|<u>/);
      await open(path, { ...person, method: 'HEAD' });
      expect(await countsOf(person)).toEqual(expected);
      const answers = await Promise.all([postAs(person, path), postAs(person, path)]);
      for (const answer of answers) expect(locationOf(answer)).toBe(`${REPORT}&notice=deleted`);
      expected[index] = 0;
      expect(await countsOf(person)).toEqual(expected);
      expect((await open(path, person)).status).toBe(404);
    }
  });

  proves(['C8.records_deleted', 'C2.day'], 'shows its time in the zone that the diary had then', async () => {
    const person = await newPerson();
    await postAs(person, '/account/profiles', { action: 'save', time_zone: 'Europe/Madrid' });
    const { id } = await callAs(person, 'POST', '/meals', { ...meal, eaten_at: '2026-10-04T22:30:00Z' });
    const note = { text: 'Slept badly.', recorded_at: '2026-10-05T05:10:00Z' };
    const { id: noteId } = await callAs(person, 'POST', '/wellbeing', note);
    await postAs(person, '/account/profiles', { action: 'save', time_zone: 'America/Santiago' });
    expect((await open(deletionPath('meal', id), person)).html).toContain('5 October 2026, 00:30');
    expect((await open(deletionPath('wellbeing', noteId), person)).html).toContain('5 October 2026, 07:10');
    for (const period of ['daily', 'weekly']) {
      const { html } = await open(`/report?period=${period}&day=2026-10-05`, person);
      expect(html).toContain('<time>00:30</time> Snack');
      expect(html).toContain('<time>07:10</time> Slept badly.');
      expect(html).not.toContain('19:30');
    }
  });

  proves(['C8.records_deleted'], 'says whose it is where there are several diaries', async () => {
    const person = await newPerson();
    const diary = await callAs(person, 'POST', '/profiles', { name: 'Ana <María>' });
    const ofAna = await callAs(person, 'POST', '/meals', {
      ...meal,
      eaten_at: `${DAY}T13:05:00+02:00`,
      profile_id: diary.id,
    });
    const own = await recordDay(person);
    expect((await open(deletionPath('meal', ofAna.id), person)).html).toContain(
      '<dt>Diary</dt><dd><bdi>Ana &#60;María&#62;</bdi></dd>',
    );
    for (const kind of KINDS)
      expect((await open(deletionPath(kind, own[kind]), person)).html).toContain(
        '<dt>Diary</dt><dd><bdi>My diary</bdi></dd>',
      );
  });

  proves(['C8.records_deleted'], 'may be one of two records of the same night', async () => {
    const person = await newPerson();
    const night = { bedtime: '23:10', wake_time: '07:00', asleep_minutes: 440 };
    await callAs(person, 'PUT', `/days/${DAY}/sleep`, night);
    const doubled = await callAs(person, 'PUT', '/days/2026-10-05/sleep', night);
    const { html } = await open(`/report?period=monthly&day=${DAY}`, person);
    expect(html).toContain(`/report/records/${doubled.id}?`);
    expect((await postAs(person, deletionPath('sleep', doubled.id))).status).toBe(303);
    expect((await callAs(person, 'GET', `/days/${DAY}`)).sleep).toMatchObject(night);
    expect((await callAs(person, 'GET', '/days/2026-10-05')).sleep).toBeNull();
  });

  proves(['C8.own_pages_only', 'H20', 'C8.records_deleted'], 'can be deleted by its owner only', async () => {
    const [person, owner] = [await newPerson(), await newPerson()];
    const ids = await recordDay(owner);
    for (const kind of KINDS) {
      expect((await open(deletionPath(kind, ids[kind]), person)).status).toBe(404);
      await postAs(person, deletionPath(kind, ids[kind]));
    }
    expect(await countsOf(owner)).toEqual([1, 1, 1, 1]);
    for (const kind of ['profiles', 'constructor', '__proto__', 'meals'])
      for (const answer of [
        await open(deletionPath(kind, ids.meal), owner),
        await postAs(owner, deletionPath(kind, ids.meal)),
      ])
        expect([kind, answer.status]).toEqual([kind, 404]);
    expect(await countsOf(owner)).toEqual([1, 1, 1, 1]);
  });
});
