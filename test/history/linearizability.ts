/** A call as its caller saw it. Times are of one clock, in ms. */
export type Call<Input, Output> = {
  input: Input;
  begin: number;
  /** Absent where nobody knows what became of it: it takes effect at some time after its beginning, or never. */
  answer?: { output: Output; end: number };
};

/** What an object does, one call after the other. States are plain data: equal ones have equal JSON. */
export type Model<State, Input, Output> = {
  initial: State;
  /** The states that a call can lead to: none where it cannot be answered so. Any answer may be meant where `output` is undefined. */
  step: (state: State, input: Input, output: Output | undefined) => readonly State[];
};

export type Verdict<State, Input, Output> =
  | { verdict: 'linearizable'; tried: number }
  /** There are too many orders to try them all. */
  | { verdict: 'undecided'; tried: number }
  | {
      verdict: 'wrong';
      tried: number;
      /** Of the orders tried, the one that goes furthest, the states that it leads to, and the calls of which none can come next. */
      order: Call<Input, Output>[];
      states: State[];
      stuck: Call<Input, Output>[];
    };

/** States by their JSON. */
type States<State> = ReadonlyMap<string, State>;

const statesOf = <State>(states: readonly State[]): States<State> =>
  new Map(states.map((state) => [JSON.stringify(state), state]));

const isSame = (one: States<unknown>, other: States<unknown>): boolean =>
  one.size === other.size && [...one.keys()].every((key) => other.has(key));

const MOST_TRIED = 1_000_000;

/**
 * Whether one object's calls can be put into an order in which each takes effect at once, between its beginning and its end, and
 * gets the answer that it got. The search is that of Wing and Gong ("Testing and verifying concurrent objects", 1993), which does
 * not go on from a set of calls and a state where it was before (Lowe, "Testing for linearizability", 2017). At most `mostTried`
 * of them are looked at.
 */
export const checkLinearizability = <State, Input, Output>(
  { initial, step }: Model<State, Input, Output>,
  history: readonly Call<Input, Output>[],
  mostTried = MOST_TRIED,
): Verdict<State, Input, Output> => {
  const calls = history.toSorted((one, other) => one.begin - other.begin);
  const indexes = [...calls.keys()];
  const answered = indexes.filter((index) => calls[index]?.answer);
  const unanswered = indexes.filter((index) => !calls[index]?.answer);
  const callAt = (index: number) => calls[index] as Call<Input, Output>;
  const endOf = (index: number) => callAt(index).answer?.end ?? Number.POSITIVE_INFINITY;
  const isDone = new Uint8Array(calls.length);

  /** The calls that can come next, as none that is left ended before they began; `from` is the place of the first that is left. */
  const nextOf = (from: number): number[] => {
    const open: number[] = [];
    let firstEnd = Number.POSITIVE_INFINITY;
    for (let place = from; place < answered.length; place += 1) {
      const index = answered[place] as number;
      if (callAt(index).begin > firstEnd) break;
      if (isDone[index]) continue;
      open.push(index);
      firstEnd = Math.min(firstEnd, endOf(index));
    }
    const isNext = (index: number) => !isDone[index] && callAt(index).begin <= firstEnd;
    // Those that may never have happened come last.
    return [...open.filter(isNext), ...unanswered.filter(isNext)];
  };

  /** Which calls are done: all before `from`, not `from` itself, therefore none that began after its end, and these. */
  const doneSince = (from: number): string => {
    const later = [];
    for (let place = from + 1; place < answered.length; place += 1) {
      const index = answered[place] as number;
      if (callAt(index).begin > endOf(answered[from] as number)) break;
      if (isDone[index]) later.push(index);
    }
    return `${from} ${later} ${unanswered.filter((index) => isDone[index])}`;
  };

  type Place = { from: number; states: States<State>; next: number[]; call: number };
  const placeAfter = (from: number, states: States<State>, call: number): Place => {
    let first = from;
    while (first < answered.length && isDone[answered[first] as number]) first += 1;
    return { from: first, states, next: nextOf(first), call };
  };

  const path = [placeAfter(0, statesOf([initial]), -1)];
  const seen = new Set<string>();
  let furthest = { path: [...path], stuck: path[0]?.next ?? [] };
  for (;;) {
    const place = path.at(-1);
    if (!place) break;
    if (place.from === answered.length) return { verdict: 'linearizable', tried: seen.size };
    if (seen.size > mostTried) return { verdict: 'undecided', tried: seen.size };
    if (path.length > furthest.path.length) furthest = { path: [...path], stuck: [...place.next] };
    const call = place.next.shift();
    if (call === undefined) {
      path.pop();
      if (place.call >= 0) isDone[place.call] = 0;
      continue;
    }
    const { input, answer } = callAt(call);
    const states = statesOf(
      [...place.states.values()].flatMap((state) => step(state, input, answer?.output)),
    );
    if (states.size === 0) continue;
    if (isSame(states, place.states)) {
      // One without an answer that changes nothing explains nothing; one with an answer can as well come first.
      if (!answer) continue;
      place.next = [];
    }
    isDone[call] = 1;
    const after = placeAfter(place.from, states, call);
    const key = `${doneSince(after.from)} ${[...states.keys()].sort()}`;
    if (seen.has(key)) isDone[call] = 0;
    else {
      seen.add(key);
      path.push(after);
    }
  }
  return {
    verdict: 'wrong',
    tried: seen.size,
    order: furthest.path.slice(1).map(({ call }) => callAt(call)),
    states: [...(furthest.path.at(-1)?.states.values() ?? [])],
    stuck: furthest.stuck.map(callAt),
  };
};

/** What was seen of a history by a time: a call that had no answer by then has none. */
const seenBy = <Input, Output>(
  history: readonly Call<Input, Output>[],
  time: number,
): Call<Input, Output>[] =>
  history
    .filter(({ begin }) => begin <= time)
    .map((call) =>
      call.answer && call.answer.end <= time ? call : { input: call.input, begin: call.begin },
    );

/** The shortest beginning of a wrong history that is wrong: up to the first answer that nothing explains. */
export const firstWrong = <State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Call<Input, Output>[],
): Call<Input, Output>[] => {
  const ends = history
    .flatMap(({ answer }) => (answer ? [answer.end] : []))
    .sort((one, other) => one - other);
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { verdict } = checkLinearizability(model, seenBy(history, ends[middle] ?? 0));
    if (verdict === 'wrong') high = middle;
    else low = middle + 1;
  }
  return seenBy(history, ends[low] ?? 0);
};
