import { describe, expect, jest } from '@jest/globals';
import { callAs, newPerson, type Person, profilesOf } from '../person/diary-person.ts';
import { DAY, recordEverything } from '../person/record-everything.ts';
import { open, postAs, signIn } from '../person/steps.ts';
import { item } from '../rest/samples.ts';
import { csrfIn } from '../support/client.ts';
import { importDays } from '../support/config.ts';
import { onDatabase } from '../support/database.ts';
import { addPerson } from '../support/diary-people.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { countsIn, downloadOf, existingIn, imported, press, previewOf, refusedIn } from './steps.ts';

// biome-ignore lint/suspicious/noExplicitAny: a download, walked by name
type Json = any;

jest.setTimeout(300_000 + 500 * importDays);

/** Corrects, copies and deletes, in each of a person's diaries. */
const correctMeals = async (person: Person): Promise<void> => {
  for (const { id: profile_id } of await profilesOf(person)) {
    const meal = await callAs(person, 'POST', '/meals', {
      profile_id,
      meal_type: 'lunch',
      // In Madrid it is the next day.
      eaten_at: `${DAY}T22:30:00Z`,
      items: [item, { ...item, name: 'Хлеб' }],
    });
    await callAs(person, 'PATCH', `/meals/${meal.id}`, {
      items: [{ id: 'i2', multiply: 0.333 }],
      add_items: [{ ...item, name: 'Tea' }],
    });
    await callAs(person, 'PATCH', `/meals/${meal.id}`, { remove_items: ['i1', 'i3'] });
    const { meals } = await callAs(person, 'POST', `/meals/${meal.id}/copies`, {
      days: ['2026-10-06', '2026-10-07'],
    });
    await callAs(person, 'DELETE', `/meals/${meals[1].id}`);
  }
};

const IDS = ['id', 'record_id', 'profile_id', 'copied_from', 'import_id', 'generated_at'];

/** A download without ids, in an order that does not depend on them. */
const contentOf = ({ profiles, meals, activity, sleep, wellbeing, versions }: Json): Json => {
  const names = new Map(profiles.map(({ id, name }: Json) => [id, name]));
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, one]) => !IDS.includes(key) || (key === 'id' && /^i\d+$/.test(String(one))))
        .map(([key, one]) => [key, plain(one)]),
    );
  };
  const sorted = (list: Json[]) =>
    list.map((one) => JSON.stringify({ diary: names.get(one.profile_id), ...plain(one) })).sort();
  return {
    profiles: profiles
      .map(({ name, time_zone, targets }: Json) => JSON.stringify({ name, time_zone, targets }))
      .sort(),
    ...Object.fromEntries(
      Object.entries({ meals, activity, sleep, wellbeing, versions }).map(([kind, list]) => [
        kind,
        sorted(list as Json[]),
      ]),
    ),
  };
};

/** Somebody new whose only diary is called otherwise than any that comes. */
const newcomer = async (): Promise<Person> => {
  const person = await newPerson();
  const { html } = await open('/account/profiles', person);
  const [, id = ''] = /name="profile_id" value="([^"]+)"/.exec(html) ?? [];
  const fields = { action: 'save', csrf: csrfIn(html), profile_id: id, name: 'Mine', revision: '0' };
  if ((await postAs(person, '/account/profiles', fields)).status !== 303) throw new Error('not renamed');
  return person;
};

const withoutMine = (content: Json): Json => ({
  ...content,
  profiles: content.profiles.filter((profile: string) => !profile.includes('"Mine"')),
});

describe('a download of this service', () => {
  /** Adds an item to a meal whose others were removed, and returns the ids of both. */
  const idsWithAnother = async (person: Person): Promise<string[]> => {
    const { meals } = await downloadOf(person);
    const { id } = meals.find(({ items: [first] }: Json) => first.id === 'i2');
    const { items } = await callAs(person, 'PATCH', `/meals/${id}`, { add_items: [item] });
    return items.map((one: Json) => one.id);
  };

  proves(['C14.own', 'C14.round_trip', 'C14.taken_back'], 'comes whole, once, and goes again', async () => {
    const person = await newPerson({ timeZone: 'Europe/Madrid' });
    await recordEverything(person);
    await correctMeals(person);
    // Names need not be unique.
    const { id: namesake } = await callAs(person, 'POST', '/profiles', { name: 'Second' });
    await callAs(person, 'PUT', `/days/${DAY}/activity?profile_id=${namesake}`, { steps: 2 });
    const first = await downloadOf(person);
    expect([first.meals.length, first.versions.length]).toEqual([8, 8]);
    const text = JSON.stringify(first);

    const other = await newcomer();
    const before = await downloadOf(other);
    const preview = await previewOf(other, 'diary.json', text);
    expect(preview.html).toContain('(new)');
    expect(preview.html).toMatch(/id="stays">[^<]*tokens, sessions, the call log, share links and consents/);
    const done = await press(other, preview, 'import', 'done', 'failed');
    expect([done.state, countsIn(done), refusedIn(done)]).toEqual([
      'done',
      { meals: 8, activity: 3, sleep: 2, wellbeing: 2, versions: 8, refused: 0 },
      [],
    ]);
    const second = await downloadOf(other);
    expect(withoutMine(contentOf(second))).toEqual(contentOf(first));
    // None of the ids is of the other account, and what was copied is a copy of what came.
    const ids = second.meals.map(({ id }: Json) => id);
    expect(ids.filter((id: string) => text.includes(id))).toEqual([]);
    for (const { copied_from } of second.meals) if (copied_from) expect(ids).toContain(copied_from);

    const again = await imported(other, 'diary.json', text);
    const nothingNew = {
      meals: 0,
      activity: 0,
      sleep: 0,
      wellbeing: 0,
      already: 23,
      refused: 0,
    };
    expect(countsIn(again)).toEqual(nothingNew);
    expect(contentOf(await downloadOf(other))).toEqual(contentOf(second));

    // Where it comes from it is already.
    const home = await imported(person, 'diary.json', text);
    expect(countsIn(home)).toEqual(nothingNew);
    expect(contentOf(await downloadOf(person))).toEqual(contentOf(first));

    await press(other, done, 'take_back', 'taken_back');
    const after = await downloadOf(other);
    expect({ ...contentOf(after), versions: [] }).toEqual(contentOf(before));
    // And comes again.
    const anew = await imported(other, 'diary.json', text);
    expect(countsIn(anew)).toMatchObject({ meals: 8, activity: 3, sleep: 2, wellbeing: 2, refused: 0 });
    expect(await idsWithAnother(other)).toEqual(['i2', 'i4']);
  });

  proves(['C14.own', 'C1.item_id'], 'gives no item an id that one of a kept version has', async () => {
    const person = await newPerson();
    await correctMeals(person);
    const other = await newcomer();
    await imported(other, 'diary.json', JSON.stringify(await downloadOf(person)));
    const ids = await idsWithAnother(other);
    expect(ids).toEqual(['i2', 'i4']);
    // Nor do those that come back.
    const { meals } = await downloadOf(other);
    const { id } = meals.find(({ items }: Json) => items.length === 2 && items[1].id === 'i4');
    await callAs(other, 'POST', `/records/${id}/restore`, { version: 2 });
    const { items } = await callAs(other, 'PATCH', `/meals/${id}`, { add_items: [item] });
    expect(items.map((one: Json) => one.id)).toEqual(['i1', 'i2', 'i3', 'i5']);
  });

  proves(
    ['C14.own', 'H27'],
    'of the first release, and one that was put together by hand, is read as far as it goes',
    async () => {
      const record = {
        id: 'meal_1',
        profile_id: 'prof_1',
        day: '2026-10-04',
        meal_type: 'lunch',
        eaten_at: '2026-10-04T13:00:00+02:00',
        description: null,
        items: [
          { name: 'Soup', description: null, kcal: 1, protein_g: 1, carbs_g: 1, fat_g: 1, fiber_g: null },
        ],
        totals: { kcal: 99 },
        model: null,
        confidence: null,
        notes: null,
        client_name: 'Assistant',
        created_at: '2026-10-04T11:00:00.000Z',
      };
      const file = {
        schema_version: 1,
        account: { id: 'acc_1', email: 'a@b.example' },
        assistants: [{ id: 'tok_1' }],
        profiles: [
          { id: 'prof_1', name: 'Old', is_default: true, time_zone: 'Europe/Kiev', targets: { kcal: 2000 } },
        ],
        meals: [
          record,
          { ...record, id: 'meal_2', day: '1999-01-01' },
          { ...record, id: 'act_3' },
          { ...record, id: 'meal_4', items: [] },
          { ...record, id: 'meal_5', profile_id: 'prof_9' },
          { ...record, id: 'meal_6', items: [{ ...record.items[0], kcal: -1 }] },
        ],
        sleep: [{ ...record, id: 'slp_1', bedtime: '25:00' }, 'no record', null],
        call_log: [{ at: 'x' }],
      };
      const person = await newcomer();
      const done = await imported(person, 'diary.json', JSON.stringify(file, null, 2));
      expect(countsIn(done)).toEqual({ meals: 2, activity: 0, sleep: 0, wellbeing: 0, refused: 7 });
      const { meals, profiles } = await downloadOf(person);
      expect(meals.map(({ day, version, totals }: Json) => [day, version, totals.kcal])).toEqual([
        ['2026-10-04', 1, 1],
        ['2026-10-04', 1, 1],
      ]);
      expect(profiles.find(({ name }: Json) => name === 'Old')).toMatchObject({
        is_default: false,
        targets: { kcal: 2000, steps: null },
      });
      // A diary that is deleted leaves nothing in what is kept of the import (H27).
      const old = profiles.find(({ name }: Json) => name === 'Old');
      await postAs(person, `/account/profiles/${old.id}/delete`);
      const kept = await onDatabase((db) =>
        db.collection('imports').find({ account_id: person.account.id }).toArray(),
      );
      expect(kept).toMatchObject([{ state: 'done', profiles: [], brought: [] }]);
      expect(kept[0]).not.toHaveProperty('sample');
      const newer = await previewOf(person, 'diary.json', '{"schema_version":2,"meals":[]}');
      expect([newer.state, newer.html]).toEqual(['refused', expect.stringContaining('has the format 2')]);
    },
  );

  proves(['C14.existing'], 'says of each diary which of its days have records already', async () => {
    const person = await newPerson();
    const { id: kid } = await callAs(person, 'POST', '/profiles', { name: 'Kid' });
    await callAs(person, 'PUT', '/days/2026-10-05/activity', { steps: 1 });
    await callAs(person, 'PUT', `/days/2026-10-06/activity?profile_id=${kid}`, { steps: 2 });
    const other = await newPerson();
    for (const day of ['2026-10-05', '2026-10-06'])
      await callAs(other, 'PUT', `/days/${day}/activity`, { steps: 3 });
    const preview = await previewOf(other, 'diary.json', JSON.stringify(await downloadOf(person)));
    expect(existingIn(preview)).toEqual([['5 October 2026', 'as you choose']]);
  });

  const days = importDays;
  proves(['C14.round_trip'], `of ${days} days is the same when it is downloaded again`, async () => {
    const { email } = await addPerson(site.dataDir, { days, seed: 49 });
    const first = await downloadOf(await signIn(email));
    const other = await newcomer();
    const done = await imported(other, 'diary.json', JSON.stringify(first));
    expect(countsIn(done)).toMatchObject({ meals: first.meals.length, refused: 0 });
    expect(first.meals.length).toBeGreaterThan(days);
    expect(withoutMine(contentOf(await downloadOf(other)))).toEqual(contentOf(first));
  });
});
