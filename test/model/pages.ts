import { open, type PageAnswer, post } from '../person/steps.ts';
import { csrfIn } from '../support/client.ts';
import { correctedDay, correctedMeal } from './corrections.ts';
import {
  changeRecord,
  currentOf,
  type Diary,
  defaultProfile,
  isDeleted,
  type Json,
  type ModelRecord,
  onDay,
  PERSON,
  standing,
} from './diary.ts';
import { type Played, same } from './played.ts';
import type { Step } from './steps.ts';

/* What the person does on their pages. */

const PROFILES = '/account/profiles';

/** Plays a step of the person's. The time of a change is learnt when the record is read. */
export const playPage = async (played: Played, step: Step): Promise<void> => {
  const act = ACTIONS[step.op];
  if (!act) throw new Error(`no step ${step.op}`);
  await act(played, step);
  await played.learn();
};

const submit = async (
  { person }: Played,
  path: string,
  fields: Record<string, string>,
): Promise<PageAnswer> => {
  const { html } = await open(PROFILES, person);
  return post(path, { csrf: csrfIn(html), ...fields }, person);
};

const expectStatus = async (what: string, expected: number, answer: Promise<PageAnswer>): Promise<void> => {
  const { status } = await answer;
  same(`the status of ${what}`, status, expected);
};

const profileFor = ({ profiles }: Diary, { profile }: Step) => profiles[profile % profiles.length];

const recordFor = ({ records }: Diary, { record }: Step, isFit: (record: ModelRecord) => boolean) => {
  const fit = records.filter((one) => !one.gone && isFit(one));
  return fit.at(-1 - (record % Math.max(fit.length, 1)));
};

const pathOf = ({ id }: ModelRecord): string => `/report/records/${id}`;

/** What keys were answered with goes with what it shows; the keys still count. */
const forgetAnswers = ({ answers }: Diary, isOf: (answer: { op: string; body: Json }) => boolean): void => {
  for (const answer of answers.values()) if (isOf(answer)) answer.forgotten = true;
};

const ACTIONS: Record<string, (played: Played, step: Step) => Promise<void>> = {
  save_profile: async (played, step) => {
    const profile = profileFor(played.diary, step);
    if (!profile) return;
    const { name, zone, targets } = step;
    const fields = { profile_id: profile.id, name, time_zone: zone, ...targets };
    await expectStatus('saving a profile', 303, submit(played, PROFILES, { action: 'save', ...fields }));
    const set = Object.entries(targets).filter(([, value]) => value !== '');
    const figures = Object.fromEntries(set.map(([field, value]) => [field, Number(value)]));
    Object.assign(profile, { name, time_zone: zone, targets: set.length > 0 ? figures : null });
  },

  make_default: async (played, step) => {
    const profile = profileFor(played.diary, step);
    if (!profile) return;
    const fields = { action: 'make_default', profile_id: profile.id };
    await expectStatus('making a profile the default', 303, submit(played, PROFILES, fields));
    for (const one of played.diary.profiles) one.is_default = one === profile;
  },

  remove_profile: async (played, step) => {
    const { diary } = played;
    const profile = profileFor(diary, step);
    if (!profile || profile.is_default) return;
    await expectStatus('removing a profile', 303, submit(played, `${PROFILES}/${profile.id}/delete`, {}));
    diary.profiles = diary.profiles.filter((one) => one !== profile);
    const removed = diary.records.filter((record) => record.profile === profile.id);
    for (const record of removed) record.gone = true;
    forgetAnswers(diary, ({ body }) => JSON.stringify(body).includes(profile.id));
    diary.links = diary.links.filter((link) => link.shown.profile_id !== profile.id);
  },

  delete_for_good: async (played, step) => {
    const record = recordFor(played.diary, step, () => true);
    if (!record) return;
    const fields = { action: 'delete_for_good', sure: 'on' };
    await expectStatus('deleting for good', 303, submit(played, pathOf(record), fields));
    record.gone = true;
    forgetAnswers(
      played.diary,
      ({ op, body }) => op === 'copy_meal' || (body.id === record.id && !body.deleted),
    );
  },

  correct_by_page: async (played, step) => {
    const record = recordFor(
      played.diary,
      step,
      (one) => !isDeleted(one) && one.kind !== 'sleep' && one.kind !== 'wellbeing',
    );
    if (!record) return;
    const { content } = currentOf(record);
    const isMeal = record.kind === 'meal';
    const id = content.items?.[0].id;
    const form = isMeal
      ? { [`kcal-${id}`]: String(step.kcal), ...(step.words && { notes: step.words }) }
      : { steps: String(step.kcal) };
    const correction = { items: [{ id, kcal: step.kcal }], ...(step.words && { notes: step.words }) };
    const next = isMeal
      ? correctedMeal(content, record.itemIds, correction, 'UTC')?.content
      : correctedDay(content, { steps: step.kcal }, '');
    await expectStatus('correcting', 303, submit(played, pathOf(record), { action: 'correct', ...form }));
    changeRecord(record, { action: 'updated', by: PERSON, content: next as Json }, () => '');
  },

  restore_by_page: async (played, step) => {
    const { diary } = played;
    const record = recordFor(diary, step, () => true);
    if (!record) return;
    const { version, content } = currentOf(record);
    const wanted = isDeleted(record) ? version : version - 1;
    const before = record.versions.find((one) => one.version === wanted);
    const isOneADay = record.kind === 'activity' || record.kind === 'sleep';
    const isTaken =
      isOneADay && isDeleted(record) && onDay(diary, record.kind, record.profile, content.day).length > 0;
    const { status } = await submit(played, pathOf(record), { action: 'restore' });
    same('whether it is put back', status === 303, before !== undefined && !isTaken);
    if (before && !isTaken) {
      const { content: then, client_name } = before;
      changeRecord(record, { action: 'restored', by: PERSON, content: then, client_name }, () => '');
    }
  },

  open_link: async ({ diary, person: { set } }, step) => {
    const link = diary.links.at(-1 - (step.record % Math.max(diary.links.length, 1)));
    if (!link) return;
    const { status, html } = await open(link.shown.url, { set });
    same('the status of a shared report', status, 200);
    link.views += 1;
    const of = diary.profiles.find(({ id }) => id === link.shown.profile_id) ?? defaultProfile(diary);
    const name = of.name.replace('<', '&lt;').replace('>', '&gt;');
    same(`whether the page names ${name}`, html.includes(`<h1><bdi>${name}</bdi>`), true);
    const texts = standing(diary, 'wellbeing').map((record) => record.id);
    same(
      'ids on a shared page',
      texts.filter((id) => html.includes(id)),
      [],
    );
  },
};
