import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../services/diary/src/made-up/random.ts';
import { createAccessCalls } from './access-calls.ts';
import type { DayInput } from './day-model.ts';
import type { Change, Content, RecordInput, RecordOutput, ShownRecord } from './record-model.ts';
import { now, type Plan, type RecordedCall } from './recorded-call.ts';
import { createSender, isUnknown, type Request, type Sent } from './sender.ts';

/** A connection has 120 requests and 60 writes a minute; of these, half write. */
const PAUSE_MS = 1050;
/** After so long the assistants of an account go on to its next day, so that no history becomes too long to check. */
const DAY_MS = 15_000;
/** Long past, so that none of a long run is in the future. */
const FIRST_DAY = Date.UTC(2020, 0, 1);

type Kind = 'meal' | 'wellbeing' | 'activity' | 'sleep';
/** A meal or note that an answer has shown. */
type Member = { kind: Kind; name: string; id: string; version: number };

const PATHS = { meal: 'meals', wellbeing: 'wellbeing', activity: 'activity', sleep: 'sleep' } as const;
const FIGURES = { activity: ['steps', 'exercise_minutes'], sleep: ['score', 'asleep_minutes'] } as const;

const nutrients = { protein_g: 1, carbs_g: 1, fat_g: 1 };

/** A meal or note is told apart by its first words. */
const nameOf = (record: { description?: string; text?: string }): string =>
  (record.description ?? record.text ?? '').split(',')[0] ?? '';

// biome-ignore lint/suspicious/noExplicitAny: a record in JSON
const contentOf = (kind: Kind, record: any): Content => {
  if (kind === 'wellbeing') return { text: record.text };
  const entries: [string, number | null][] =
    kind === 'meal'
      ? record.items.map(({ id, kcal }: { id: string; kcal: number }) => [id, kcal])
      : FIGURES[kind].map((name) => [name, record[name]]);
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => entry[1] !== null));
};

// biome-ignore lint/suspicious/noExplicitAny: a record in JSON
const shownOf = (kind: Kind, record: any): ShownRecord => ({
  id: record.id,
  version: record.version,
  content: contentOf(kind, record),
});

/** Refusals of which the models know. Others, as of limits, say that nothing was done. */
const isModelled = (status: number): boolean => status < 300 || status === 404 || status === 412;

/** How many days a run goes through. */
const dayNumberAt = ({ startsAt }: Plan, time: number): number => Math.floor((time - startsAt) / DAY_MS);
const dayOf = (number: number): string =>
  new Date(FIRST_DAY + number * 86_400_000).toISOString().slice(0, 10);

/** One assistant of `account`, which reads and writes until the end of the plan; `note` writes down its calls. */
export const runAssistant = async (
  plan: Plan,
  { account, connection }: { account: number; connection: number },
  note: (recorded: RecordedCall) => void,
): Promise<void> => {
  const token = plan.accounts[account]?.[connection] ?? '';
  const assistant = `${account}-${connection}`;
  const random: Random = createRandom(plan.seed * 1_000_003 + account * 101 + connection);
  let count = 0;
  let day = '';
  let members = new Map<string, Member>();
  let standing: Partial<Record<Kind, ShownRecord>> = {};

  const sendAs = createSender(plan, random);
  const send = (request: Request): Promise<Sent> => sendAs(request, token);
  const nextKey = () => {
    count += 1;
    return `${assistant}-${count}`;
  };
  const access = createAccessCalls({ plan, random, send: sendAs, note, account, token, nextKey });

  const dayObject = () => ({ object: `day of ${account}, ${day}`, kind: 'day' as const });

  /** Writes down a call of one record. */
  const noteRecord = (kind: Kind, name: string, input: RecordInput, sent: Sent): void => {
    const { begin, end, status, body } = sent;
    if (!isUnknown(status) && !isModelled(status)) return;
    const output = (): RecordOutput => {
      if (status >= 300) return { status };
      if (input.op === 'delete') return { status: 200 };
      if (input.op !== 'read') return { status: 200, record: shownOf(kind, body) };
      const record = shownOf(kind, body.record);
      return { status: 200, record: body.deleted ? { ...record, deleted: true } : record };
    };
    const answer = isUnknown(status) ? { begin } : { begin, end, output: output() };
    if (answer.output?.record) {
      const { id, version } = answer.output.record;
      if (kind === 'meal' || kind === 'wellbeing') members.set(name, { kind, name, id, version });
      else standing[kind] = answer.output.record;
    }
    if (kind === 'meal' || kind === 'wellbeing')
      note({ ...dayObject(), input: { op: 'member', name, input }, ...answer });
    else note({ object: `${kind} of ${account}, ${day}`, kind: 'record', input, ...answer });
  };

  /** Sends a write, and sends it again where it has a key and nobody knows what became of it, or by chance. */
  const write = async (kind: Kind, name: string, input: RecordInput, request: Request): Promise<void> => {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const sent = await send(request);
      noteRecord(kind, name, input, sent);
      const again = isUnknown(sent.status) || random.chance(0.1);
      if (!request.key || !again) return;
      await sleep(PAUSE_MS);
    }
  };

  const noteDay = (sent: Sent, input: DayInput = { op: 'day' }): void => {
    const { begin, end, status, body } = sent;
    if (status !== 200) return;
    const shown = [
      ...body.meals.map((meal: { description: string }) => ['meal', meal]),
      ...body.wellbeing.map((one: { text: string }) => ['wellbeing', one]),
    ].map(([kind, record]) => ({ kind, name: nameOf(record), record: shownOf(kind, record) }));
    for (const { kind, name, record } of shown)
      members.set(name, { kind, name, id: record.id, version: record.version });
    const output = {
      members: shown.map(({ name, record }) => ({ name, record })),
      kcal: body.totals?.kcal ?? null,
      meals: body.meals.length,
    };
    note({ ...dayObject(), input, begin, end, output });
    noteStanding(sent, body);
  };

  // biome-ignore lint/suspicious/noExplicitAny: a day in JSON
  const noteStanding = ({ begin, end }: Sent, shown: any): void => {
    for (const kind of ['activity', 'sleep'] as const) {
      const record = shown[kind] && shownOf(kind, shown[kind]);
      if (record) standing[kind] = record;
      const input: RecordInput = { op: 'show' };
      const output = { status: 200, record };
      note({
        object: `${kind} of ${account}, ${day}`,
        ...{ more: true, kind: 'record', input, begin, end, output },
      });
    }
  };

  const readDay = async (): Promise<number> => {
    const sent = await send({
      method: 'GET',
      path: `/days/${day}`,
      tool: { name: 'get_day', args: { day } },
    });
    noteDay(sent);
    return sent.status;
  };

  const listDays = async (): Promise<void> => {
    const range = { from: day, to: day };
    const sent = await send({
      method: 'GET',
      path: '/days',
      query: range,
      tool: { name: 'list_days', args: range },
    });
    if (sent.status !== 200) return;
    const [shown] = sent.body.days;
    const output = { kcal: shown.totals?.kcal ?? null, meals: shown.meal_count };
    note({ ...dayObject(), input: { op: 'day' }, begin: sent.begin, end: sent.end, output });
    noteStanding(sent, shown);
  };

  /** A report of the day: what its meals amount to, and two figures. */
  const readReport = async (): Promise<void> => {
    const range = { from: day, to: day };
    const tool = { name: 'get_report', args: range };
    const { begin, end, status, body } = await send({ method: 'GET', path: '/reports', query: range, tool });
    if (status !== 200) return;
    const output = { kcal: body.meal_count > 0 ? body.totals.kcal : null, meals: body.meal_count };
    note({ ...dayObject(), input: { op: 'day' }, begin, end, output });
  };

  const keyed = (probability: number) => (random.chance(probability) ? { key: `${assistant}-${count}` } : {});

  const create = (): Promise<void> => {
    const name = `${assistant}-${count}`;
    const key = keyed(0.6);
    if (random.chance(0.25)) {
      const body = { text: name, recorded_at: `${day}T12:00:00+00:00` };
      const tool = { name: 'add_wellbeing_note', args: body };
      const request = { method: 'POST', path: '/wellbeing', body, tool, ...key };
      return write('wellbeing', name, { op: 'create', content: { text: name }, ...key }, request);
    }
    const [i1, i2] = [random.integer(1, 500), random.integer(1, 500)];
    const items = [i1, i2].map((kcal, index) => ({ name: `Food ${index}`, kcal, ...nutrients }));
    const body = { meal_type: 'snack', eaten_at: `${day}T12:00:00+00:00`, description: name, items };
    const tool = { name: 'log_meal', args: body };
    const request = { method: 'POST', path: '/meals', body, tool, ...key };
    return write('meal', name, { op: 'create', content: { i1, i2 }, ...key }, request);
  };

  const anyMember = (): Member | undefined => {
    const [first, ...others] = [...members.values()];
    return first && random.pick([first, ...others]);
  };

  const condition = (version: number) => (random.chance(0.3) ? { ifVersion: version } : {});

  const correct = async ({ kind, name, id, version }: Member): Promise<void> => {
    const more = { ...keyed(0.4), ...condition(version) };
    const path = `/${PATHS[kind]}/${id}`;
    const by = (change: Change, body: Record<string, unknown>) => {
      const tool = { name: kind === 'meal' ? 'update_meal' : 'update_wellbeing_note', args: { id, ...body } };
      const request = { method: 'PATCH', path, body, tool, ...more };
      return write(kind, name, { op: 'correct', id, change, ...more }, request);
    };
    if (kind === 'wellbeing') {
      const text = `${name}, ${count}`;
      return by({ set: { text } }, { text });
    }
    if (random.chance(0.4)) return by({ multiply: 2 }, { multiply: 2 });
    const [i1, i2] = [random.integer(1, 500), random.integer(1, 500)];
    return by(
      { set: { i1, i2 } },
      {
        items: [
          { id: 'i1', kcal: i1 },
          { id: 'i2', kcal: i2 },
        ],
      },
    );
  };

  const remove = (kind: Kind, name: string, id: string, version: number): Promise<void> => {
    const more = { ...keyed(0.4), ...condition(version) };
    const tool = { name: 'delete_record', args: { kind, id } };
    const request = { method: 'DELETE', path: `/${PATHS[kind]}/${id}`, tool, ...more };
    return write(kind, name, { op: 'delete', id, ...more }, request);
  };

  const restore = (kind: Kind, name: string, id: string, last: number): Promise<void> => {
    const more = { ...keyed(0.4), ...(random.chance(0.4) && { version: random.integer(1, last) }) };
    const { version, ...rest } = more;
    const body = version === undefined ? {} : { version };
    const tool = { name: 'restore_record', args: { id, ...body } };
    const request = { method: 'POST', path: `/records/${id}/restore`, body, tool, ...rest };
    return write(kind, name, { op: 'restore', id, ...more }, request);
  };

  const readRecord = async (kind: Kind, name: string, id: string): Promise<void> =>
    noteRecord(kind, name, { op: 'read', id }, await send({ method: 'GET', path: `/records/${id}` }));

  const setDay = (kind: 'activity' | 'sleep', isMerge: boolean): Promise<void> => {
    const [one, other] = FIGURES[kind];
    const both = { [one]: random.integer(1, 100), [other]: random.integer(1, 100) };
    // An activity day is given its source, so that it does not depend on who sent it.
    const source = kind === 'activity' ? { source_app: 'Watch' } : {};
    const content = isMerge ? { [one]: random.integer(1, 100) } : both;
    const more = { ...keyed(0.4), ...(standing[kind] ? condition(standing[kind].version) : {}) };
    const body = { ...content, ...source };
    const path = `/days/${day}/${kind}`;
    const tool = { name: `set_${kind}`, args: { day, ...body, ...(isMerge && { merge: true }) } };
    if (isMerge) {
      const input: RecordInput = { op: 'merge', change: { set: content }, ...more };
      return write(kind, '', input, { method: 'PATCH', path, body, tool, ...more });
    }
    return write(kind, '', { op: 'put', content, ...more }, { method: 'PUT', path, body, tool, ...more });
  };

  const act = async (): Promise<void> => {
    const choice = random.between(0, 100);
    const kind = random.pick(['activity', 'sleep'] as const);
    const shown = standing[kind];
    const member = anyMember();
    if (choice < 16) await readDay();
    else if (choice < 22) await listDays();
    else if (choice < 27) await readReport();
    else if (choice < 34) await access.useToken();
    else if (choice < 37 && connection === 0) await access.useGrant();
    else if (choice < 40) await access.useLinks();
    else if (choice < 41) await access.useMail();
    else if (choice < 50 || (choice < 81 && !member)) await create();
    else if (choice < 62 && member) await readRecord(member.kind, member.name, member.id);
    else if (choice < 74 && member) await correct(member);
    else if (choice < 77 && member) await remove(member.kind, member.name, member.id, member.version);
    else if (choice < 81 && member) await restore(member.kind, member.name, member.id, member.version);
    else if (choice < 94 || !shown) await setDay(kind, random.chance(0.5));
    else if (choice < 97) await remove(kind, '', shown.id, shown.version);
    else await restore(kind, '', shown.id, shown.version);
  };

  const turnTo = (number: number): void => {
    day = dayOf(number);
    members = new Map();
    standing = {};
  };

  while (now() < plan.endsAt) {
    const number = dayNumberAt(plan, now());
    if (dayOf(number) !== day) turnTo(number);
    count += 1;
    await act();
    await sleep(random.between(0, PAUSE_MS));
  }
  // What was acknowledged is there in the end.
  const assistants = plan.accounts[account]?.length ?? 1;
  for (let number = connection; number <= dayNumberAt(plan, plan.endsAt); number += assistants) {
    turnTo(number);
    while ((await readDay()) !== 200) await sleep(PAUSE_MS);
  }
};
