import { type Asked, checkTime, type Outcome, type Window } from './asked.ts';
import { sorted, withoutNulls } from './canonical.ts';
import {
  correctedDay,
  correctedMeal,
  correctedNote,
  multipliedItem,
  newStatement,
  newWorkout,
} from './corrections.ts';
import {
  type Author,
  changeRecord,
  currentOf,
  type Diary,
  defaultProfile,
  FIELDS,
  isDeleted,
  type Json,
  type Kind,
  type ModelRecord,
  newItem,
  onDay,
  type Profile,
  profileOf,
  shown,
  shownProfile,
  standing,
  withNulls,
} from './diary.ts';
import { momentOf, nowIn, sameTimeOn } from './moments.ts';
import {
  activityNotices,
  mealNotices,
  momentNotices,
  noteNotices,
  repeatNotices,
  sleepNotices,
} from './notices.ts';
import type { OperationName } from './operations.ts';

const NOT_FOUND = { status: 404, code: 'not_found' } as const;
const NOT_KEPT = { status: 404, code: 'not_kept' } as const;
const INVALID = { status: 400, code: 'validation_failed' } as const;
const CONFLICT = { status: 412, code: 'version_conflict' } as const;

const PREFIXES = { meal: 'meal_', activity: 'act_', sleep: 'slp_', wellbeing: 'note_' } as const;

/** Whether a condition holds for the version that stands; `undefined` where nothing does. 'malformed' where it is none. */
const conditionOf = ({ ifMatch, ifNoneMatch }: Asked, current: number | undefined) => {
  if (ifNoneMatch && current !== undefined) return false;
  if (ifMatch === undefined) return true;
  if (!/^(\*|((W\/)?"\d+"(, )?)+)$/.test(ifMatch)) return 'malformed';
  if (current === undefined) return false;
  return ifMatch === '*' || ifMatch.split(', ').includes(`"${current}"`);
};
const refusedBy = (asked: Asked, current: number | undefined): Outcome | undefined => {
  const holds = conditionOf(asked, current);
  if (holds === 'malformed') return INVALID;
  return holds ? undefined : CONFLICT;
};

/** What a link shows that names no kinds. */
const ALL_SHOWN = ['meals', 'activity', 'sleep', 'wellbeing', 'targets'];

export const predictWrites = (diary: Diary, clientNames: readonly string[]) => {
  const nameOf = ({ assistant }: Asked): string => clientNames[assistant] ?? '';
  const byOf = (asked: Asked): Author => ({ by: 'assistant', client_name: nameOf(asked) });
  const find = (kind: Kind, id: string | undefined): ModelRecord | undefined =>
    standing(diary, kind).find((record) => record.id === id);

  const begin = (
    kind: Kind,
    profile: Profile,
    content: Json,
    asked: Asked,
    answer: Json,
    window: Window,
  ): ModelRecord => {
    const { id } = answer;
    if (
      !String(id).startsWith(PREFIXES[kind]) ||
      id.length > 64 ||
      diary.records.some((one) => one.id === id)
    )
      throw new Error(`${id} is no id of a new ${kind}`);
    const created_at = checkTime(answer.created_at, window);
    const client_name = nameOf(asked);
    const first = { version: 1, at: created_at, action: 'created', by: byOf(asked), client_name, content };
    const itemIds = content.items?.length ?? 0;
    const record = { kind, id, profile: profile.id, created_at, versions: [first], itemIds };
    diary.records.push(record);
    return record;
  };

  const laterThan = (record: ModelRecord, answer: Json, window: Window) => () => {
    const { updated_at } = answer;
    return updated_at === currentOf(record).at ? updated_at : checkTime(updated_at, window);
  };

  const logMeal = (asked: Asked): Outcome => {
    const { profile_id, eaten_at, items, ...rest } = asked.body ?? {};
    const profile = profileOf(diary, profile_id);
    if (!profile) return NOT_FOUND;
    const settle = (answer: Json, window: Window) => {
      const moment = momentOf(
        eaten_at ?? nowIn(profile.time_zone, answer.eaten_at, window),
        profile.time_zone,
      );
      const content = {
        ...withNulls(FIELDS.meal, rest),
        ...{ day: moment.day, instant: moment.instant, eaten_at: moment.text },
        items: items.map((item: Json, index: number) => newItem(item, `i${index + 1}`)),
      };
      const others = standing(diary, 'meal', profile.id).map((record) => currentOf(record).content);
      const notices = [...mealNotices(content, window.begin), ...repeatNotices(content, others)];
      return { ...shown(begin('meal', profile, content, asked, answer, window)), notices };
    };
    return { status: 201, settle };
  };

  const addNote = (asked: Asked): Outcome => {
    const { profile_id, recorded_at, statements, links, ...rest } = asked.body ?? {};
    const profile = profileOf(diary, profile_id);
    if (!profile) return NOT_FOUND;
    const settle = (answer: Json, window: Window) => {
      const sent = recorded_at ?? nowIn(profile.time_zone, answer.recorded_at, window);
      const { day, instant, text } = momentOf(sent, profile.time_zone);
      const content = {
        ...withNulls(FIELDS.wellbeing, rest),
        ...{ day, instant, recorded_at: text },
        ...{ statements: (statements ?? []).map(newStatement), links: links ?? [] },
      };
      const notices = noteNotices(content, window.begin);
      return { ...shown(begin('wellbeing', profile, content, asked, answer, window)), notices };
    };
    return { status: 201, settle };
  };

  const correct = (asked: Asked, kind: 'meal' | 'wellbeing'): Outcome => {
    const record = find(kind, asked.params.id);
    if (!record) return NOT_FOUND;
    const { content, version } = currentOf(record);
    const refused = refusedBy(asked, version);
    if (refused) return refused;
    const zone = profileOf(diary, record.profile)?.time_zone ?? '';
    const note = kind === 'wellbeing' && correctedNote(content, asked.body ?? {}, zone);
    const next =
      kind === 'meal'
        ? correctedMeal(content, record.itemIds, asked.body ?? {}, zone)
        : note && { content: note, itemIds: 0 };
    if (!next) return INVALID;
    const settle = (answer: Json, window: Window) => {
      record.itemIds = next.itemIds;
      const made = { action: 'updated', by: byOf(asked), content: next.content };
      changeRecord(record, made, laterThan(record, answer, window));
      const notices =
        kind === 'meal'
          ? mealNotices(next.content, window.begin, asked.body)
          : noteNotices(next.content, window.begin);
      return { ...shown(record), notices };
    };
    return { status: 200, settle };
  };

  const setDay = (asked: Asked, kind: 'activity' | 'sleep', isMerge: boolean): Outcome => {
    const profile = profileOf(diary, asked.query.profile_id);
    if (!profile) return NOT_FOUND;
    const day = asked.params.day ?? '';
    const [record] = onDay(diary, kind, profile.id, day);
    const refused = refusedBy(asked, record && currentOf(record).version);
    if (refused) return refused;
    const sourceOf = (name: string) => (kind === 'activity' ? name : null);
    const empty = {
      ...withNulls(FIELDS[kind], { source_app: sourceOf(nameOf(asked)) }),
      ...{ day, ...(kind === 'activity' && { workouts: [] }) },
    };
    const body = asked.body ?? {};
    const replaced = () => {
      const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
      const workouts = kind === 'activity' && { workouts: (named.workouts ?? []).map(newWorkout) };
      return { ...empty, ...named, ...workouts };
    };
    const standingSource = sourceOf(record ? currentOf(record).client_name : nameOf(asked));
    const content = isMerge
      ? correctedDay(record ? currentOf(record).content : empty, body, standingSource)
      : replaced();
    if (!content) return INVALID;
    const settle = (answer: Json, window: Window) => {
      const noticesOf = kind === 'activity' ? activityNotices : sleepNotices;
      const notices = noticesOf(content, profile.time_zone, window.begin);
      if (!record) return { ...shown(begin(kind, profile, content, asked, answer, window)), notices };
      const made = isMerge
        ? { action: 'updated', by: byOf(asked), content }
        : { action: 'replaced', by: byOf(asked), content, client_name: nameOf(asked) };
      changeRecord(record, made, laterThan(record, answer, window));
      return { ...shown(record), notices };
    };
    return { status: 200, settle };
  };

  const remove = (asked: Asked, kind: Kind): Outcome => {
    const record = find(kind, asked.params.id);
    if (!record) return NOT_FOUND;
    const { version, content } = currentOf(record);
    const settle = () => {
      changeRecord(record, { action: 'deleted', by: byOf(asked), content }, () => '');
      return { deleted: true, id: record.id };
    };
    return refusedBy(asked, version) ?? { status: 200, settle };
  };

  const restore = (asked: Asked): Outcome => {
    const record = diary.records.find(({ id, gone }) => id === asked.params.id && !gone);
    if (!record) return NOT_FOUND;
    const { version, content } = currentOf(record);
    const refused = refusedBy(asked, version);
    if (refused) return refused;
    const wanted = asked.body?.version ?? (isDeleted(record) ? version : version - 1);
    const before = record.versions.find((one) => one.version === wanted);
    if (!before) return NOT_KEPT;
    const isOneADay = record.kind === 'activity' || record.kind === 'sleep';
    if (isDeleted(record) && isOneADay && onDay(diary, record.kind, record.profile, content.day).length > 0)
      return CONFLICT;
    const settle = (answer: Json, window: Window) => {
      const { content: then, client_name } = before;
      const made = { action: 'restored', by: byOf(asked), content: then, client_name };
      changeRecord(record, made, laterThan(record, answer, window));
      const others = standing(diary, 'meal', record.profile).filter((other) => other !== record);
      const notices =
        record.kind === 'meal'
          ? repeatNotices(
              before.content,
              others.map((other) => currentOf(other).content),
            )
          : [];
      return { ...shown(record), notices };
    };
    return { status: 200, settle };
  };

  const copy = (asked: Asked): Outcome => {
    const record = find('meal', asked.params.id);
    if (!record) return NOT_FOUND;
    const { content } = currentOf(record);
    const profile = profileOf(diary, record.profile) as Profile;
    const { days, meal_type, multiply } = asked.body ?? {};
    const items = content.items.map((item: Json, index: number) => {
      const times = multipliedItem(item, multiply ?? 1);
      return times && { ...times, id: `i${index + 1}` };
    });
    if (items.includes(undefined)) return INVALID;
    const settle = (answer: Json, window: Window) => {
      const others = standing(diary, 'meal', profile.id).map((one) => currentOf(one).content);
      const copies: Json[] = days.map((day: string) => ({
        ...content,
        ...sameTimeOn(day, content, profile.time_zone),
        meal_type: meal_type ?? content.meal_type,
        ...{ description: null, notes: null, copied_from: record.id, items },
      }));
      const meals = copies.map((one, index) =>
        shown(begin('meal', profile, one, asked, answer.meals[index], window)),
      );
      const moments = copies.flatMap(({ instant }, index) =>
        momentNotices(`/days/${index}`, instant, window.begin),
      );
      return { meals, notices: [...moments, ...copies.flatMap((one) => repeatNotices(one, others))] };
    };
    return { status: 201, settle };
  };

  const createProfile = (asked: Asked): Outcome => {
    if (diary.profiles.length >= 20) return { status: 400, code: 'too_many_profiles' };
    const settle = (answer: Json, window: Window) => {
      const { id } = answer;
      const created_at = checkTime(answer.created_at, window);
      const { time_zone } = defaultProfile(diary);
      const { name } = asked.body as { name: string };
      const profile = { id, name, is_default: false, time_zone, created_at, targets: null };
      diary.profiles.push(profile);
      return shownProfile(profile);
    };
    return { status: 201, settle };
  };

  const createLink = (asked: Asked): Outcome => {
    const { profile_id, expires_in_days } = asked.body ?? {};
    if (profile_id && !profileOf(diary, profile_id)) return NOT_FOUND;
    const settle = (answer: Json, window: Window) => {
      const { id, url } = answer;
      const created_at = checkTime(answer.created_at, window);
      const ends = Date.parse(created_at) + (expires_in_days ?? 0) * 86_400_000;
      const expires_at = expires_in_days ? new Date(ends).toISOString() : null;
      const shownLink = {
        ...{ id, url, profile_id: profile_id ?? null, created_at, expires_at },
        ...{ label: null, shows: ALL_SHOWN, from: null, to: null, kept_by: 0 },
      };
      diary.links.push({ shown: shownLink, views: 0 });
      return { ...answer, ...shownLink, view_count: 0, last_viewed_at: null };
    };
    return { status: 201, settle };
  };

  const revokeLink = (asked: Asked): Outcome => {
    const at = diary.links.findIndex((link) => link.shown.id === asked.params.id);
    if (at < 0) return NOT_FOUND;
    const settle = () => {
      diary.links.splice(at, 1);
      return { revoked: true, id: asked.params.id };
    };
    return { status: 200, settle };
  };

  const WRITES: Partial<Record<OperationName, (asked: Asked) => Outcome>> = {
    log_meal: logMeal,
    update_meal: (asked) => correct(asked, 'meal'),
    copy_meal: copy,
    add_wellbeing_note: addNote,
    update_wellbeing_note: (asked) => correct(asked, 'wellbeing'),
    set_activity: (asked) => setDay(asked, 'activity', false),
    update_activity: (asked) => setDay(asked, 'activity', true),
    set_sleep: (asked) => setDay(asked, 'sleep', false),
    update_sleep: (asked) => setDay(asked, 'sleep', true),
    delete_meal: (asked) => remove(asked, 'meal'),
    delete_activity: (asked) => remove(asked, 'activity'),
    delete_sleep: (asked) => remove(asked, 'sleep'),
    delete_wellbeing_note: (asked) => remove(asked, 'wellbeing'),
    restore_record: restore,
    create_profile: createProfile,
    create_share_link: createLink,
    revoke_share_link: revokeLink,
  };

  /** With a key: the same call again is answered as the first was, another with that key is a conflict. */
  return (asked: Asked): Outcome => {
    const write = WRITES[asked.op];
    if (!write) throw new Error(`${asked.op} writes nothing`);
    if (!asked.key) return write(asked);
    const name = `${asked.assistant} ${asked.key}`;
    const { op, params, query, body } = asked;
    const call = JSON.stringify(sorted({ op, params, query, body: withoutNulls(body ?? {}) }));
    const first = diary.answers.get(name);
    if (first && (first.asked !== call || first.forgotten))
      return { status: 422, code: 'idempotency_conflict' };
    const outcome = first ? undefined : write(asked);
    if (first) return { status: 200, replayed: true, settle: () => first.body };
    if (!outcome || !('settle' in outcome)) return outcome as Outcome;
    const settle = (answer: Json, window: Window) => {
      const body = outcome.settle(answer, window);
      diary.answers.set(name, { asked: call, op, body: structuredClone(body) });
      return body;
    };
    return { ...outcome, settle };
  };
};
