import type { cardWordsIn } from 'shared/words/card-words.ts';
import { leavesOpen, type NoAnswer, type Outcome, type Refusal } from './outcome.ts';

/** A button beside what a card says of the last call: undo, try again. */
type Way = { label: string; act: () => void };

/** What a card says below what it shows. */
export type Said = { text: string; ways?: readonly Way[] };

/** A call of a tool that the person asked for. */
export type Task = {
  tool: string;
  /** Asked for when the call is made, for what is read before it may have told more. */
  args: () => object;
  writes: boolean;
  /** Whether it takes an idempotency key, as all that changes a record does: the same for each attempt (`C15.change`). */
  keyed?: boolean;
  /** Reads what the call rests on; where something is said of that, the call is not made. Throws `Unread`. */
  before?: () => Promise<Said | undefined>;
  /** Takes the answer in, and says what came of it; nothing is said where that is undefined. It may be given the same answer twice. */
  take: (data: unknown) => Said | undefined | Promise<Said | undefined>;
  /** What is said of a refusal that means something to this task; undefined leaves it to the frame. */
  refused?: (refusal: Refusal) => Promise<Said | undefined>;
};

/** A call that a card made on its own, within another, came to no answer. */
export class Unread extends Error {
  readonly outcome: NoAnswer;
  constructor(outcome: NoAnswer) {
    super(`no answer: ${outcome.is}`);
    this.outcome = outcome;
  }
}

const noAnswerOf = (error: unknown): NoAnswer => {
  if (error instanceof Unread) return error.outcome;
  throw error;
};

/** Milliseconds until the card says that it still waits, and until it takes an answer for lost: the host may be asking the person. */
export const SLOW_MS = 4_000;
const LOST_MS = 20_000;

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

type Needs = {
  words: () => ReturnType<typeof cardWordsIn>;
  call: (tool: string, args: object) => Promise<Outcome>;
  /** Shows what is said, and nothing where it is undefined. */
  say: (said: Said | undefined) => void;
  draw: () => void;
};

/** Carries out what the person asks for, one task at a time. */
export const createTasks = ({ words, call, say, draw }: Needs) => {
  /** The number of the last attempt, and whether it is under way. */
  let turn = 0;
  let busy = false;

  /** `isSent` is false while no more was done than to read what the call rests on. */
  const sayingOf = async (
    task: Task,
    outcome: Outcome,
    isSent: boolean,
    retry: Way,
  ): Promise<Said | undefined> => {
    const { cards } = words();
    const open = { text: task.writes && isSent ? cards.unanswered : cards.unread, ways: [retry] };
    if (outcome.is === 'answer')
      try {
        return await task.take(outcome.data);
      } catch {
        // A host answered with what no tool of the diary does.
        return open;
      }
    if (outcome.is === 'nothing') return open;
    const { code, detail } = outcome.refusal;
    // Without a code it is the application that speaks: whether the diary was asked is not known.
    if (code === undefined || leavesOpen(outcome.refusal)) return open;
    const own = isSent && (await task.refused?.(outcome.refusal));
    if (own) return own;
    const reason = Object.hasOwn(cards.reasons, code)
      ? cards.reasons[code as keyof typeof cards.reasons]
      : detail;
    const text = `${task.writes ? cards.notSaved : cards.notRead} ${reason}`;
    return { text, ways: code === 'rate_limited' ? [retry] : [] };
  };

  /** `sent` is what an earlier attempt sent: it may have been carried out, so it is sent again as it was. */
  const attempt = async (task: Task, sent?: object): Promise<void> => {
    turn += 1;
    const mine = turn;
    busy = true;
    let args = sent;
    const retry = { label: words().cards.tryAgain, act: () => void attempt(task, args) };
    const slow = setTimeout(() => turn === mine && say({ text: words().cards.slow }), SLOW_MS);
    const lost = setTimeout(() => void end({ is: 'nothing' }), LOST_MS);
    /** An answer that comes after it was taken for lost is taken in as well; only what is said belongs to the last attempt. */
    const end = async (came: Outcome | Said): Promise<void> => {
      clearTimeout(slow);
      clearTimeout(lost);
      const said = 'is' in came ? await sayingOf(task, came, args !== undefined, retry) : came;
      if (turn !== mine) return draw();
      busy = false;
      say(said);
    };

    if (task.before && !args) {
      say({ text: words().cards.reading });
      const stopped = await task.before().catch(noAnswerOf);
      if (stopped) return end(stopped);
      // The person read that no answer came: nothing is changed after that.
      if (!busy || turn !== mine) return draw();
    }
    args ??= { ...task.args(), ...(task.keyed && { idempotency_key: newKey() }) };
    say({ text: task.writes ? words().cards.saving : words().cards.reading });
    await end(await call(task.tool, args));
  };

  return {
    isBusy: (): boolean => busy,
    perform: async (task: Task): Promise<void> => {
      if (!busy) await attempt(task);
    },
  };
};
