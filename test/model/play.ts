import { callEither } from '../mcp/either-channel.ts';
import { signIn } from '../person/steps.ts';
import { call } from '../support/client.ts';
import { newAccount } from '../support/new-token.ts';
import type { SetAddresses } from '../support/set.ts';
import type { Asked, Outcome } from './asked.ts';
import { compareAll } from './compare-all.ts';
import {
  currentOf,
  type Diary,
  type Json,
  type Kind,
  type ModelRecord,
  onDay,
  profileOf,
  standing,
} from './diary.ts';
import { INVALID_CALLS } from './invalid-calls.ts';
import { addressOf } from './operations.ts';
import { playPage } from './pages.ts';
import { type Played, same } from './played.ts';
import { predictReads } from './reads.ts';
import type { Step } from './steps.ts';
import { predictWrites } from './writes.ts';
import { addDays } from './zones.ts';

const ASSISTANTS = ['Kitchen assistant', 'Кухня', 'Reader', 'Other reader'];
const READERS = [2, 3];
const FOREIGN_PLACE = 9;

/** The ids of another account's records, by kind. */
let foreign: Partial<Record<Kind, string>> = {};

const startAccount = async (set: SetAddresses): Promise<Played> => {
  const { email, tokens } = await newAccount(ASSISTANTS, set);
  const person = await signIn(email, set);
  const { profiles } = (await call('GET', '/profiles', { token: tokens[2], set })).body;
  const diary: Diary = {
    profiles: profiles.map((profile: Json) => ({ ...profile, targets: null })),
    records: [],
    links: [],
    answers: new Map(),
  };
  const predictWrite = predictWrites(diary, ASSISTANTS);
  const predictRead = predictReads(diary);

  const answerTo = async (asked: Asked, outcome: Outcome): Promise<Json> => {
    const { op, params, query, body, key, ifMatch, ifNoneMatch, assistant, overMcp } = asked;
    const { method, path, tool } = addressOf(op, params);
    const { q, ...rest } = query;
    const version = /^"(\d+)"$/.exec(ifMatch ?? '')?.[1];
    const isPlain = ifNoneMatch === undefined && (ifMatch === undefined || version !== undefined);
    const args = {
      ...{ ...tool?.args, ...rest, ...body },
      ...(q !== undefined && { query: q }),
      ...(version !== undefined && { if_version: Number(version) }),
      ...(tool?.name === 'list_changes' || tool?.name === 'find_foods' ? limitAsNumber(query) : {}),
    };
    const headers = {
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    };
    const begin = Date.now();
    const answer = await callEither(
      {
        method,
        path,
        query,
        body: method === 'GET' ? undefined : body,
        key,
        headers,
        tool: tool && { name: tool.name, args },
      },
      { token: tokens[assistant] ?? '', overMcp: overMcp && isPlain, set },
    );
    const window = { begin, end: Date.now() };
    if (!('settle' in outcome)) {
      const expected = { status: outcome.status, code: outcome.code ?? answer.body.code };
      const { status, code } = { status: answer.status, code: answer.body.code };
      same('the refusal', { status, code, ...(status !== outcome.status && answer.body) }, expected);
      return answer.body;
    }
    if (answer.status >= 300) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
    same('whether it is a replay', answer.replayed, outcome.replayed ?? false);
    const expected = outcome.settle(answer.body, window);
    if (expected.notices)
      answer.body.notices = answer.body.notices.map(({ code, pointer }: Json) => ({ code, pointer }));
    same('the answer', answer.body, expected);
    if (answer.etag && !outcome.replayed)
      same('the ETag', answer.etag, `"${(answer.body.record ?? answer.body).version}"`);
    return answer.body;
  };

  let reads = 0;
  const read: Played['read'] = async (op, params = {}, query = {}) => {
    reads += 1;
    const asked: Asked = { op, params, query, assistant: READERS[reads % 2] ?? 2, overMcp: reads % 4 === 0 };
    const outcome = predictRead(asked);
    try {
      return await answerTo(asked, outcome);
    } catch (error) {
      throw new Error(
        `${op} ${JSON.stringify({ ...params, ...query })}: ${error instanceof Error ? error.message : error}`,
      );
    }
  };
  const learn = async (): Promise<void> => {
    const changed = diary.records.find((record) => !record.gone && currentOf(record).at === '');
    if (changed) await read('get_record', { id: changed.id });
  };
  const ask = async (asked: Asked): Promise<void> => {
    const isRead = addressOf(asked.op, {}).method === 'GET';
    await answerTo(asked, isRead ? predictRead(asked) : predictWrite(asked));
    await learn();
  };
  const refuse = async (asked: Asked): Promise<void> => {
    await answerTo(asked, { status: 400 });
  };
  return { diary, person, ask, read, learn, refuse };
};

const limitAsNumber = ({ limit }: Record<string, string>): Json =>
  limit === undefined ? {} : { limit: Number(limit) };

/** The record at a place, from the newest; that of another account, or none, by an id. */
const recordAt = (diary: Diary, kind: Kind | undefined, place: number): ModelRecord | undefined => {
  if (place === FOREIGN_PLACE) return undefined;
  const all = diary.records.filter((record) => kind === undefined || record.kind === kind);
  return all.at(-1 - (place % all.length));
};
const idAt = (diary: Diary, kind: Kind | undefined, place: number): string =>
  recordAt(diary, kind, place)?.id ?? foreign[kind ?? 'meal'] ?? `${kind}_unknown`;

const profileAt = ({ profiles }: Diary, place: number): string | undefined =>
  place === 0 ? undefined : profiles[(place - 1) % profiles.length]?.id;

const conditionOf = (name: string | undefined, version: number | undefined): Pick<Asked, 'ifMatch'> => {
  const written: Record<string, string> = {
    current: `"${version ?? 1}"`,
    stale: `"${(version ?? 1) + 1}"`,
    any: '*',
    weak: `W/"${version ?? 1}"`,
    list: `"99", "${version ?? 1}"`,
    malformed: String(version ?? 1),
  };
  const ifMatch = name && written[name];
  return ifMatch ? { ifMatch } : {};
};

const DELETIONS = {
  meal: 'delete_meal',
  activity: 'delete_activity',
  sleep: 'delete_sleep',
  wellbeing: 'delete_wellbeing_note',
} as const;

const KINDS_CORRECTED: Record<string, Kind> = {
  update_meal: 'meal',
  copy_meal: 'meal',
  update_wellbeing_note: 'wellbeing',
};

/** The call that a step stands for, in the diary as it is then; undefined where there is nothing to call with. */
const askedBy = (diary: Diary, step: Step): Asked | undefined => {
  const { op, as: assistant, mcp: overMcp, key } = step;
  const common = { assistant, overMcp, params: {}, query: {}, ...(key && { key }) };
  const profile_id = profileAt(diary, step.profile ?? 0);
  const inQuery = profile_id ? { profile_id } : {};
  const isFree = (step.body?.profile_id ?? null) === null;
  const conditioned = (record: ModelRecord | undefined) =>
    conditionOf(step.condition, record && currentOf(record).version);
  switch (op) {
    case 'log_meal':
      return { ...common, op, body: { ...(isFree && profile_id && { profile_id }), ...step.body } };
    case 'add_wellbeing_note':
      return { ...common, op, body: { ...(profile_id && { profile_id }), ...step.body, text: step.text } };
    case 'update_meal':
    case 'update_wellbeing_note': {
      const kind = KINDS_CORRECTED[op];
      const record = recordAt(diary, kind, step.record);
      return {
        ...common,
        op,
        params: { id: idAt(diary, kind, step.record) },
        body: step.body ?? {},
        ...conditioned(record),
      };
    }
    case 'copy_meal':
      return {
        ...common,
        op,
        params: { id: idAt(diary, 'meal', step.record) },
        body: { days: step.days, ...step.body },
      };
    case 'set_activity':
    case 'update_activity':
    case 'set_sleep':
    case 'update_sleep': {
      const kind = op.endsWith('sleep') ? 'sleep' : 'activity';
      const owner = profileOf(diary, profile_id);
      const [record] = owner ? onDay(diary, kind, owner.id, step.day) : [];
      const fresh = step.fresh && step.condition === 'none' ? { ifNoneMatch: '*' as const } : {};
      return {
        ...{ ...common, op, params: { day: step.day }, query: inQuery, body: step.body ?? {} },
        ...{ ...conditioned(record), ...fresh },
      };
    }
    case 'delete': {
      const kind: Kind = step.kind;
      const record = recordAt(diary, kind, step.record);
      return {
        ...common,
        op: DELETIONS[kind],
        params: { id: idAt(diary, kind, step.record) },
        ...conditioned(record),
      };
    }
    case 'restore_record': {
      const record = recordAt(diary, undefined, step.record);
      const body = step.version ? { version: step.version } : {};
      return {
        ...common,
        op,
        params: { id: idAt(diary, undefined, step.record) },
        body,
        ...conditioned(record),
      };
    }
    case 'create_profile':
      return { ...common, op, body: { name: step.name } };
    case 'create_share_link':
      return {
        ...common,
        op,
        body: { ...(profile_id && { profile_id }), ...(step.days && { expires_in_days: step.days }) },
      };
    case 'revoke_share_link': {
      const link = diary.links.at(-1 - (step.record % Math.max(diary.links.length, 1)));
      return { ...common, op, params: { id: link?.shown.id ?? 'lnk_unknown' } };
    }
    default:
      return undefined;
  }
};

const readBy = (diary: Diary, step: Step): Asked => {
  const { as: assistant, mcp: overMcp, which, day } = step;
  const profile_id = profileAt(diary, step.profile);
  const query = profile_id ? { profile_id } : {};
  const common = { assistant, overMcp, params: {}, query };
  const id = idAt(diary, undefined, step.record);
  const more: Record<string, Partial<Asked>> = {
    list_meals: { query: step.record > 2 ? query : { ...query, day } },
    get_day: { params: { day } },
    list_days: { query: step.record > 2 ? query : { ...query, from: addDays(day, -step.record), to: day } },
    get_record: { params: { id }, query: {} },
    find_foods: {
      query: step.record > 2 ? query : { ...query, q: ['so', 'creme b', 'РИС'][step.record] ?? '' },
    },
    get_period: { params: { period: ['daily', 'weekly', 'monthly'][step.record % 3] ?? '' } },
    get_range: { query: { ...query, from: addDays(day, -step.record * 9), to: day } },
    version: { op: 'get_record', params: { id }, query: { version: String(1 + (step.record % 4)) } },
  };
  const needsNoProfile = ['list_profiles', 'list_share_links', 'get_me'].includes(which);
  return { ...common, op: which, ...(needsNoProfile && { query: {} }), ...more[which] };
};

const invalidBy = (diary: Diary, step: Step): Asked | undefined => {
  const {
    kind,
    op,
    body,
    params = {},
    query = {},
  } = INVALID_CALLS[step.which % INVALID_CALLS.length] as Json;
  const record = kind && standing(diary, kind).at(-1);
  if (kind && !record) return undefined;
  const id = record ? { id: record.id } : {};
  return { op, body, params: { ...params, ...id }, query, assistant: step.as, overMcp: step.mcp };
};

/** Plays a history in an account of its own. Throws at the first answer that differs from the model's, with the step. */
export const playHistory = async (set: SetAddresses, steps: readonly Step[]): Promise<void> => {
  const played = await startAccount(set);
  const { diary, ask } = played;
  const written: Asked[] = [];
  const playStep = async (step: Step): Promise<void> => {
    if (step.op === 'read') return ask(readBy(diary, step));
    if (step.op === 'invalid') {
      const asked = invalidBy(diary, step);
      if (asked) await played.refuse(asked);
      return;
    }
    if (step.op === 'repeat') {
      const first = written.at(-1 - step.of);
      return first && ask({ ...first, overMcp: step.mcp, assistant: step.as ?? first.assistant });
    }
    const asked = askedBy(diary, step);
    if (!asked) return playPage(played, step);
    written.push(asked);
    await ask(asked);
  };
  for (const [index, step] of steps.entries())
    await playStep(step).catch((error) => {
      throw new Error(`step ${index}, ${JSON.stringify(step)}\n${error.message}`);
    });
  await compareAll(played);
  const ids = diary.records.map(({ kind, id }) => [kind, id] as const);
  foreign = { ...foreign, ...Object.fromEntries(ids) };
};
