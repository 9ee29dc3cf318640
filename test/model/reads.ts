import type { Diary as Told } from '../reports/diary.ts';
import { expectedReport } from '../reports/expected-report.ts';
import { type Asked, checkTime, type Outcome, type Window } from './asked.ts';
import {
  type Author,
  currentOf,
  type Diary,
  foodKey,
  inOrder,
  isDeleted,
  type Json,
  type Kind,
  type ModelRecord,
  NUTRIENTS,
  onDay,
  type Profile,
  profileOf,
  shown,
  shownProfile,
  shownTargets,
  standing,
  totalsOf,
  type Version,
} from './diary.ts';
import type { OperationName } from './operations.ts';
import { addDays, daysFrom, localDay, localTime } from './zones.ts';

const NOT_FOUND = { status: 404, code: 'not_found' } as const;
const NOT_KEPT = { status: 404, code: 'not_kept' } as const;

const itemsOf = (meals: readonly ModelRecord[]): Json[] =>
  meals.flatMap((meal) => currentOf(meal).content.items);

const shownAll = (records: readonly ModelRecord[]): Json[] => records.map((record) => shown(record));

/** A day as `GET /days/{day}` shows it. */
const dayOf = (diary: Diary, profile: Profile, day: string): Json => {
  const of = (kind: Kind) => onDay(diary, kind, profile.id, day);
  return {
    ...{ day, profile_id: profile.id, time_zone: profile.time_zone },
    ...{ meals: shownAll(of('meal')), totals: totalsOf(itemsOf(of('meal'))) },
    activity: shownAll(of('activity'))[0] ?? null,
    sleep: shownAll(of('sleep'))[0] ?? null,
    wellbeing: shownAll(of('wellbeing')),
    targets: shownTargets(profile),
  };
};

const rangeOf = (diary: Diary, profile: Profile, from: string, to: string): Json => ({
  ...{ from, to, profile_id: profile.id },
  days: daysFrom(from, to).map((day) => {
    const { meals, totals, activity, sleep } = dayOf(diary, profile, day);
    return { day, meal_count: meals.length, totals, activity, sleep };
  }),
});

/** The report from one day to another. */
export const reportOf = (diary: Diary, profile: Profile, from: string, to: string): Json => {
  const within = (kind: Kind) =>
    standing(diary, kind, profile.id).filter((record) => {
      const { day } = currentOf(record).content;
      return day >= from && day <= to;
    });
  const told = (kind: Kind) =>
    within(kind).map((record) => {
      const { content, client_name } = currentOf(record);
      return { day: content.day, client: client_name, input: content };
    });
  const kinds = { meals: told('meal'), activity: told('activity'), sleep: told('sleep') };
  const all = [...within('meal'), ...within('activity'), ...within('sleep'), ...within('wellbeing')];
  const byPerson = all.filter((record) => {
    const { version, by } = currentOf(record);
    return version > 1 && by.by === 'person';
  });
  const diaryToReport = { ...kinds, notes: told('wellbeing') } as unknown as Told;
  return {
    ...{ profile_id: profile.id, profile_name: profile.name, time_zone: profile.time_zone },
    ...expectedReport(diaryToReport, from, to),
    targets: shownTargets(profile),
    corrected_by_person: byPerson.length,
  };
};

const periodOf = (period: string, today: string): [from: string, to: string] => {
  if (period === 'daily') return [today, today];
  if (period === 'weekly') {
    const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
    return [monday, addDays(monday, 6)];
  }
  const [year = 0, month = 0] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return [`${today.slice(0, 7)}-01`, last];
};

const lineOf = (record: ModelRecord, { version, at, action, by }: Version): Json => ({
  ...{ version, at, action, by },
  current: version === currentOf(record).version,
});

/** What a title begins with; that of a note is all of it. */
const titleOf = ({ kind }: ModelRecord, { content }: Version): string => {
  if (kind === 'wellbeing') return [...content.text].slice(0, 60).join('');
  if (kind === 'meal') return `${content.meal_type}: ${content.items[0].name.toLowerCase()}`;
  if (kind === 'sleep' || content.steps === null) return kind;
  return `activity: ${content.steps.toLocaleString('en')} steps`;
};

type Change = Json & { by: Author; title: string };

/** All changes in a profile, the newest first. */
export const changesOf = (diary: Diary, profile: Profile): Change[] =>
  diary.records
    .filter((record) => record.profile === profile.id && !record.gone)
    .flatMap((record) =>
      record.versions
        .filter(({ action }) => action !== 'created')
        .map((version) => ({
          ...{ at: version.at, kind: record.kind, record_id: record.id, profile_id: profile.id },
          ...{ day: version.content.day, action: version.action, version: version.version, by: version.by },
          title: titleOf(record, version),
        })),
    )
    .sort((one, other) => (one.at < other.at ? 1 : -1));

/** The titles of the answer, where each begins as it has to. */
const withTitles = (changes: Change[], answer: Json): Json[] =>
  changes.map((change, index) => {
    const title = answer.changes?.[index]?.title ?? '';
    const isRight = change.kind === 'wellbeing' ? title === change.title : title.startsWith(change.title);
    return isRight ? { ...change, title } : change;
  });

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The foods of the last 366 days, most often eaten first. */
const foodsOf = (diary: Diary, profile: Profile, today: string, { q = '', limit = '10' }): Json[] => {
  const meals = inOrder(standing(diary, 'meal', profile.id)).filter((record) => {
    const { day } = currentOf(record).content;
    return day > addDays(today, -366) && day <= addDays(today, 1);
  });
  const eaten = meals.flatMap((meal, at) =>
    shown(meal).items.map((item: Json, place: number) => ({ item, meal, at, place })),
  );
  const placeOf = ({ all, last }: { all: typeof eaten; last: (typeof eaten)[number] }) =>
    all.find(({ meal }) => meal === last.meal)?.place ?? 0;
  const foods = [...Map.groupBy(eaten, ({ item }) => foodKey(item.name)).values()];
  return (
    foods
      .map((all) => ({ all, last: all.at(-1) as (typeof all)[number] }))
      .filter(({ last: { item } }) =>
        wordsOf(q).every((word) => wordsOf(item.name).some((one) => one.startsWith(word))),
      )
      // Of those eaten equally often the one eaten last comes first; foods of one meal come in its order.
      .sort(
        (one, other) =>
          other.all.length - one.all.length || other.last.at - one.last.at || placeOf(one) - placeOf(other),
      )
      .slice(0, Number(limit))
      .map(({ all, last: { item, meal } }) => ({
        ...Object.fromEntries(['name', 'portion', ...NUTRIENTS].map((field) => [field, item[field]])),
        ...{ count: all.length, last_day: currentOf(meal).content.day, meal_id: meal.id, item_id: item.id },
      }))
  );
};

/** What reads have to be answered with. */
export const predictReads = (diary: Diary) => {
  type Read = (asked: Asked, profile: Profile, today: string) => Outcome;
  const answers = (expected: (answer: Json, window: Window) => Json): Outcome => ({
    status: 200,
    settle: expected,
  });

  const getRecord: Read = ({ params, query }) => {
    const record = diary.records.find(({ id, gone }) => id === params.id && !gone);
    if (!record) return NOT_FOUND;
    const version = query.version ? Number(query.version) : currentOf(record).version;
    const at = record.versions.find((one) => one.version === version);
    if (!at) return NOT_KEPT;
    return answers((answer, window) => {
      learnTimes(record, answer, window);
      return {
        ...{ kind: record.kind, record: shown(record, at), deleted: isDeleted(record) },
        versions: record.versions.map((one) => lineOf(record, one)),
      };
    });
  };

  const report = (period: string, profile: Profile, from: string, to: string): Outcome =>
    answers((answer, window) => ({
      period,
      ...reportOf(diary, profile, from, to),
      generated_at: checkTime(answer.generated_at, window),
    }));

  const READS: Partial<Record<OperationName, Read>> = {
    list_meals: ({ query }, profile, today) => {
      const { day, profile_id, meals, totals } = dayOf(diary, profile, query.day ?? today);
      return answers(() => ({ day, profile_id, meals, totals }));
    },
    get_day: ({ params }, profile) => answers(() => dayOf(diary, profile, params.day ?? '')),
    list_days: ({ query }, profile, today) => {
      const to = query.to ?? today;
      const from = query.from ?? addDays(to, -6);
      return answers(() => rangeOf(diary, profile, from, to));
    },
    get_record: getRecord,
    list_changes: ({ query }, profile) =>
      answers((answer) => {
        const { limit = '20' } = query;
        const all = changesOf(diary, profile);
        const isMore = all.length > Number(limit);
        return {
          changes: withTitles(all.slice(0, Number(limit)), answer),
          next_cursor: isMore ? String(answer.next_cursor) : null,
        };
      }),
    find_foods: ({ query }, profile, today) =>
      answers(() => ({ foods: foodsOf(diary, profile, today, query) })),
    get_period: ({ params: { period = '' } }, profile, today) =>
      report(period, profile, ...periodOf(period, today)),
    get_range: ({ query: { from = '', to = '' } }, profile) => report('range', profile, from, to),
    list_profiles: () => answers(() => ({ profiles: diary.profiles.map(shownProfile) })),
    list_share_links: () =>
      answers((answer) => ({
        share_links: diary.links.map(({ shown: link, views }, index) => {
          const { last_viewed_at } = answer.share_links[index] ?? {};
          return { ...link, view_count: views, last_viewed_at: views > 0 ? String(last_viewed_at) : null };
        }),
      })),
    get_me: () =>
      answers((answer, window) => {
        const { time_zone } = profileOf(diary, null) as Profile;
        checkTime(answer.now, { begin: window.begin - 1000, end: window.end });
        const local = localTime(time_zone, Date.parse(answer.now));
        const weekday = new Date(`${local}Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
        const now = answer.now.startsWith(local) ? answer.now : local;
        const profiles = diary.profiles.map(shownProfile);
        return { ...answer, profiles, now, weekday: weekday.toLowerCase() };
      }),
  };

  return (asked: Asked): Outcome => {
    const read = READS[asked.op];
    if (!read) throw new Error(`${asked.op} reads nothing`);
    const profile = profileOf(diary, asked.query.profile_id);
    if (!profile) return NOT_FOUND;
    return read(asked, profile, localDay(profile.time_zone, Date.now()));
  };
};

/** The time of the last change, where its answer did not tell. */
const learnTimes = (record: ModelRecord, answer: Json, { end }: Window): void => {
  const current = currentOf(record);
  if (current.at !== '') return;
  const before = record.versions.at(-2)?.at ?? record.created_at;
  current.at = checkTime(answer.record?.updated_at, { begin: Date.parse(before), end });
};
