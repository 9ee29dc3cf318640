/**
 * Every bound on what runs, or waits, at once (`H33`). Each process counts for itself; what is beyond a bound waits for its turn
 * (`take-turn.ts`) unless it says otherwise. docs/security.md says of each whose it is, and why.
 */
export const TURNS = {
  /** Of an account: answers of each service, reads that the gateway forwards to it, and pages of reports, each. */
  answers: 4,
  /** In each service: operations for assistants, of all accounts together. */
  operations: 40,
  /** Of an account, to each service: pages of a signed-in person that the gateway forwards. */
  pages: 4,
  /** Of an account: reports read over the API, for the person's page and for shared pages, each. */
  reports: 2,
  /** Of an account: requests to `/mcp`. */
  mcpRequests: 2,
  /** Of a request to `/mcp`: calls of its batch. */
  mcpBatch: 2,
  /** Of a connection: uses of one `Idempotency-Key`. */
  keyUses: 1,
  /** Of an account: changes of its records. */
  changes: 1,
  transactions: 8,
  databaseConnections: 20,
  /** Mails that one line of network has asked for. */
  networkMails: 5,
  /** Mails that a mailer sends. */
  mails: 20,
  /** Batches of downloads that are read. */
  downloadBatches: 2,
  lookUps: 2,
  /** Files that come in. */
  uploads: 8,
  /** Imports that are read or written. */
  imports: 1,
  /** Accounts that a service erases. */
  sweeps: 4,
  /** Requests that wait on one connection; beyond that it is cut off. */
  pipelined: 100,
  /** Calls that wait for one and the same turn; beyond that they are refused at once. */
  waiting: 1000,
  /** MiB of bodies that are coming in; beyond that the largest so far is refused. */
  incomingMebibytes: 64,
} as const;
