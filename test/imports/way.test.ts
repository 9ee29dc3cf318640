import { describe, expect } from '@jest/globals';
import { BSON } from 'mongodb';
import { callAs, newPerson, profilesOf } from '../person/diary-person.ts';
import { open, post, postAs } from '../person/steps.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import {
  countsIn,
  downloadOf,
  existingIn,
  importIn,
  press,
  previewOf,
  refusedIn,
  sendFile,
} from './steps.ts';

const HEADER = 'Day,Time,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)';
const servings = (...rows: string[]): string => [HEADER, ...rows].join('\n');

const FILE = servings(
  '2025-03-01,08:15,Breakfast,Oats,50 g,190,6,32,3.5',
  '2025-03-01,,Breakfast,Milk,1 cup,100,5,7,5',
  '2025-03-02,13:00,Lunch,Soup <b>,1 bowl,300,10,40,9',
  '2025-03-03,,Lunch,Oil,1 tbsp,120,,,14',
);

/** All bytes of documents, as if they were text. */
const latin1Of = (documents: object): string => Buffer.from(BSON.serialize({ documents })).toString('latin1');

describe('an import', () => {
  proves(['C14.way', 'C14.existing'], 'shows what comes, imports, and is taken back', async () => {
    const person = await newPerson({ timeZone: 'Europe/Madrid' });
    const [{ id: profile_id } = { id: '' }] = await profilesOf(person);
    await callAs(person, 'POST', '/meals', {
      meal_type: 'lunch',
      eaten_at: '2025-03-02T14:00:00+01:00',
      items: [{ name: 'Bread', kcal: 1, protein_g: 1, carbs_g: 1, fat_g: 1 }],
    });
    const preview = await previewOf(person, 'servings.csv', FILE, { profile_id, time_zone: 'America/Lima' });
    expect(preview.state).toBe('preview');
    expect(countsIn(preview)).toEqual({ meals: 2, activity: 0, sleep: 0, wellbeing: 0, refused: 1 });
    expect(refusedIn(preview)).toEqual([
      ['5', '2025-03-03,,Lunch,Oil,1 tbsp,120,,,14', 'does not say protein, carbs'],
    ]);
    expect(preview.html).toContain('data-first="2025-03-01" data-last="2025-03-02"');
    expect(preview.html).toContain('id="time-zone">America/Lima<');
    expect(preview.html).toContain('Days among these that have records already: 1.');
    expect(preview.html).toContain('Soup &#60;b&#62;');
    expect(existingIn(preview)).toEqual([['2 March 2025', 'as you choose']]);
    expect((await downloadOf(person)).meals).toHaveLength(1);

    const done = await press(person, preview, 'import', 'done', 'failed');
    expect([done.state, countsIn(done)]).toEqual([
      'done',
      { meals: 2, activity: 0, sleep: 0, wellbeing: 0, refused: 1 },
    ]);
    const { meals } = await callAs(person, 'GET', '/meals?day=2025-03-01');
    expect(meals).toMatchObject([
      {
        version: 1,
        profile_id,
        meal_type: 'breakfast',
        eaten_at: '2025-03-01T08:15:00-05:00',
        model: null,
        client_name: 'Import: Cronometer',
        updated_by: null,
        items: [
          { id: 'i1', name: 'Oats', weight_g: 50, portion: null, kcal: 190, fiber_g: null },
          { id: 'i2', name: 'Milk', weight_g: null, portion: '1 cup' },
        ],
      },
    ]);
    expect(meals[0]).not.toHaveProperty('import_id');
    const downloaded = (await downloadOf(person)).meals;
    const id = done.path.split('/').at(-1);
    expect(downloaded.map(({ import_id }: { import_id: string | null }) => import_id)).toEqual([
      id,
      null,
      id,
    ]);

    await callAs(person, 'PATCH', `/meals/${meals[0].id}`, { notes: 'mine now' });
    const back = await press(person, done, 'take_back', 'taken_back');
    expect(countsIn(back)).toMatchObject({ changed: 1 });
    const left = (await downloadOf(person)).meals;
    expect(left.map(({ notes }: { notes: string | null }) => notes)).toEqual(['mine now', null]);
    const { changes } = await callAs(person, 'GET', '/changes');
    expect(changes.map(({ action }: { action: string }) => action)).toEqual(['taken_back', 'updated']);
    // What was taken back can be put back.
    await callAs(person, 'POST', `/records/${changes[0].record_id}/restore`, {});
    expect((await downloadOf(person)).meals).toHaveLength(3);
    // No import brought a copy of what it brought.
    await callAs(person, 'POST', `/meals/${meals[0].id}/copies`, { days: ['2025-03-03'] });
    expect((await downloadOf(person)).meals.at(-1)).toMatchObject({
      day: '2025-03-03',
      copied_from: meals[0].id,
      import_id: null,
    });
  });

  proves(['C14.existing'], 'leaves days that have records as they are, where that is wanted', async () => {
    const person = await newPerson();
    const exercises =
      'Day,Group,Exercise,Minutes,Calories Burned\n2025-03-01,,Run,30,-300\n2025-03-02,,Run,30,-300\n';
    for (const day of ['2025-03-01', '2025-02-01'])
      await callAs(person, 'PUT', `/days/${day}/activity`, { steps: 5 });
    await callAs(person, 'PUT', '/days/2025-03-02/sleep', { score: 5 });
    const ahead = await previewOf(person, 'exercises.csv', exercises);
    expect(countsIn(ahead)).toMatchObject({ activity: 1, refused: 1 });
    expect(existingIn(ahead)).toEqual([
      ['1 March 2025', 'as you choose; its activity stays as it is'],
      ['2 March 2025', 'as you choose'],
    ]);
    const kept = await press(person, ahead, 'import', 'done');
    expect(countsIn(kept)).toMatchObject({ activity: 1, refused: 1 });
    expect(refusedIn(kept)).toEqual([['2', expect.any(String), 'is of a day that has one already']]);
    const preview = await previewOf(person, 's.csv', FILE);
    await postAs(person, preview.path, { action: 'import', existing: 'skip' });
    const done = await importIn(person, preview.path, 'done');
    expect(countsIn(done)).toMatchObject({ meals: 0, skipped: 2 });
  });

  proves(['C14.one', 'C14.file_kept'], 'is the only one of its account; its file goes with it', async () => {
    const person = await newPerson();
    const preview = await previewOf(person, 'servings.csv', FILE);
    const second = await sendFile(person, 'servings.csv', FILE);
    expect([second.status, second.html]).toEqual([409, expect.stringContaining('An import is under way')]);
    const ofAccount = { account_id: person.account.id };
    const stored = await onDatabase(async (db) => ({
      files: await db.collection('import_files').countDocuments(ofAccount),
      rows: await db.collection('import_rows').find(ofAccount).toArray(),
      documents: await Promise.all(
        ['import_rows', 'imports'].map((name) => db.collection(name).find(ofAccount).toArray()),
      ),
    }));
    expect([stored.files, stored.rows.length]).toEqual([0, 2]);
    // Neither what comes nor what does not, nor the file's name, is there to be read.
    expect(preview.html).toContain('Oil,1 tbsp');
    for (const content of ['Oats', 'Oil', 'servings'])
      expect(latin1Of(stored.documents)).not.toContain(content);
    const cancelled = await press(person, preview, 'cancel', 'cancelled');
    expect(cancelled.html).not.toContain('name="action"');
    expect(await onDatabase((db) => db.collection('import_rows').countDocuments(ofAccount))).toBe(0);
    // A button that is pressed twice does it once.
    expect((await postAs(person, preview.path, { action: 'import', existing: 'keep' })).status).toBe(303);
    expect((await importIn(person, preview.path, 'cancelled')).state).toBe('cancelled');
    expect((await sendFile(person, 'servings.csv', FILE)).status).toBe(303);
  });

  proves(
    ['C14.recognised', 'C14.totals_alone'],
    'of a file that is none is refused with the list',
    async () => {
      const person = await newPerson();
      for (const [name, content, why] of [
        [
          'photo.jpg',
          Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]),
          'CSV of MyFitnessPal, Cronometer or Lose It!',
        ],
        ['empty.csv', '', 'CSV of MyFitnessPal, Cronometer or Lose It!'],
        [
          'dailysummary.csv',
          'Date,Energy (kcal),Completed\n2025-03-01,2000,true\n',
          'a file of Cronometer that does not come',
        ],
        ['x.csv', HEADER, 'nothing in it that could come'],
      ] as const) {
        const { state, html } = await previewOf(person, name, content);
        expect([name, state, html]).toEqual([name, 'refused', expect.stringContaining(why)]);
      }
      const none = await post('/account/import', {}, person);
      expect(none.status).toBe(403);
      expect((await postAs(person, '/account/import')).status).toBe(400);
      const list = await open('/account/import', person);
      expect(list.html.match(/Not imported/g)).toHaveLength(4);
    },
  );

  proves(['C8.own_pages_only'], 'is shown to nobody else', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { path } = await previewOf(person, 'servings.csv', FILE);
    expect((await open(path, other)).status).toBe(404);
    expect((await postAs(other, path, { action: 'cancel' })).status).toBe(404);
    expect((await open(path, person)).status).toBe(200);
    const [{ id: profile_id } = { id: '' }] = await profilesOf(person);
    expect((await sendFile(other, 'servings.csv', FILE, { profile_id })).status).toBe(404);
  });
});
