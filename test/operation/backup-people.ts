import { expect } from '@jest/globals';
import { keptLinksOf } from '../../services/reports/src/share-links/kept-link.ts';
import { connectClient } from '../oauth/steps.ts';
import { callAs, newPerson, type Person, profilesOf } from '../person/diary-person.ts';
import { postAs, signIn } from '../person/steps.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import type { ServiceSet } from '../support/set.ts';

export const DAY = '2026-03-01';
const NOTE = {
  text: 'Slept well — süß, хорошо 🙂\u2028and long\u2029',
  recorded_at: `${DAY}T08:00:00+01:00`,
};
export const MEAL = {
  meal_type: 'lunch',
  eaten_at: `${DAY}T13:05:00.25+01:00`,
  items: [{ name: 'Soup', kcal: 310, protein_g: 0.1, carbs_g: 45, fat_g: 20_000 / 13 }],
};

/** `cleo` and `dora` are those whose default diary ends after the backup: in it cleo has another one, dora none. */
export type People = {
  ana: Person;
  bo: Person;
  cleo: Person;
  dora: Person;
  /** What ana has that ends after the backup. */
  ended: {
    token: string;
    link: { id: string; url: string };
    profileId: string;
    cookie: string;
    /** Records that are deleted for good: one as it stands, one that was deleted already. */
    records: string[];
  };
  /** What ana has that stays. */
  kept: { day: unknown; account: unknown; link: { id: string; url: string } };
};

const addRecords = async (person: Person, profileId?: string): Promise<void> => {
  const profile = profileId ? { profile_id: profileId } : {};
  await callAs(person, 'POST', '/meals', { ...MEAL, ...profile });
  await callAs(person, 'POST', '/wellbeing', { ...NOTE, ...profile });
};

/** Two meals of another day, both corrected and one of them deleted: their ids. */
const changedMeals = async (person: Person): Promise<string[]> => {
  const ids: string[] = [];
  for (const isDeleted of [false, true]) {
    const { id } = await callAs(person, 'POST', '/meals', { ...MEAL, eaten_at: '2026-02-01T12:00:00Z' });
    await callAs(person, 'PATCH', `/meals/${id}`, { notes: 'Corrected' });
    if (isDeleted) await callAs(person, 'DELETE', `/meals/${id}`);
    ids.push(id);
  }
  return ids;
};

/** People whose diaries are backed up. */
export const newPeople = async (set: ServiceSet): Promise<People> => {
  const ana = await newPerson({ set, clientName: 'Kept assistant' });
  const bo = await newPerson({ set });
  const cleo = await newPerson({ set });
  const dora = await newPerson({ set });
  for (const person of [cleo, dora]) await addRecords(person);
  await callAs(cleo, 'POST', '/profiles', { name: 'Another' });
  await addRecords(ana);
  // Stored before a size, a time of day and a nutrient were kept.
  const later = { size: '', clock_time: '', 'sums.sugar_g': '', 'sums.coverage.sugar_g': '' };
  const anas = { account_id: ana.account.id };
  await onDatabase((db) => db.collection('meals').updateOne(anas, { $unset: later }), set);
  await addRecords(bo);
  const link = await callAs(ana, 'POST', '/share-links', {});
  const profile = await callAs(ana, 'POST', '/profiles', { name: 'Ended profile' });
  await addRecords(ana, profile.id);
  const ended = {
    token: (await newConnection({ set, email: ana.email })).token,
    link: await callAs(ana, 'POST', '/share-links', { expires_in_days: 300 }),
    profileId: profile.id,
    cookie: (await signIn(ana.email, set)).cookie,
    records: await changedMeals(ana),
  };
  // Of these, ana removes one after the backup, and bo's account takes the other with it.
  const bos = await callAs(bo, 'POST', '/share-links', {});
  for (const { url } of [link, ended.link, bos])
    await postAs(ana, new URL(url).pathname, { action: 'keep', name: 'Kept' });
  await connectClient({}, { set, email: ana.email });
  const { account, profiles } = await callAs(ana, 'GET', '/me');
  const kept = {
    day: await callAs(ana, 'GET', `/days/${DAY}`),
    account: { account, profiles: profiles.slice(0, 1) },
    link: { id: link.id, url: link.url },
  };
  return { ana, bo, cleo, dora, ended, kept };
};

/** What ends after the backup, in the ways that people end it. */
export const endThings = async ({ ana, bo, cleo, dora, ended }: People): Promise<void> => {
  await call('DELETE', '/tokens/current', { set: ana.set, token: ended.token });
  await callAs(ana, 'DELETE', `/share-links/${ended.link.id}`);
  for (const id of ended.records) {
    const fields = { action: 'delete_for_good', sure: 'on' };
    expect((await postAs(ana, `/report/records/${id}`, fields)).status).toBe(303);
  }
  await onDatabase(async (db) => {
    const row = await keptLinksOf(db).findOne({ link_id: ended.link.id });
    await postAs(ana, '/clients', { action: 'remove', id: row?._id ?? '' });
  }, ana.set);
  await postAs({ ...ana, cookie: ended.cookie }, '/signout');
  expect((await postAs(ana, `/account/profiles/${ended.profileId}/delete`)).status).toBe(303);
  expect((await postAs(bo, '/account/delete', { email: bo.email })).status).toBe(303);
  await callAs(dora, 'POST', '/profiles', { name: 'Later' });
  for (const person of [cleo, dora]) {
    const [first, second] = await profilesOf(person);
    const change = { action: 'make_default', profile_id: second?.id ?? '' };
    expect((await postAs(person, '/account/profiles', change)).status).toBe(303);
    expect((await postAs(person, `/account/profiles/${first?.id}/delete`)).status).toBe(303);
  }
};
