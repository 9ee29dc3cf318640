import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';

const MOST_AT_ONCE = 50;
/** A database that hangs holds up its own question, not those that come after. */
const LONGEST_WAIT_MS = 50;

/**
 * Makes of a question for many one for each: what is asked while an earlier question is under way goes to the database as one,
 * up to 50 at once, when that has ended or after 50 ms. So the busier a service is, the less a call costs it; who asks alone
 * does not wait. `askAll` gives the answers in the order of the questions. Where it throws, all who asked have its error.
 */
export const askTogether = <Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): ((question: Question) => Promise<Answer>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Question, Answer>(
    (questions) => {
      const answers = askAll(questions);
      underWay = answers.catch(() => undefined);
      return answers;
    },
    {
      cache: false,
      maxBatchSize: MOST_AT_ONCE,
      batchScheduleFn: (ask) =>
        void Promise.race([underWay, sleep(LONGEST_WAIT_MS, undefined, { ref: false })]).then(ask),
    },
  );
  return (question) => loader.load(question);
};
