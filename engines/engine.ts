/** One process that `npm start` keeps running: started in order, restarted when it dies, stopped in reverse order. */
export type Part = {
  name: string;
  /** Where clients reach it, and where Prometheus does: for `parts.json`. */
  port?: number;
  metricsPort?: number;
  command: string;
  args: string[];
  /** Added to the environment of the starting process. */
  env?: Record<string, string>;
  /** Awaited before each start: mends what a kill has left. */
  beforeStart?: () => Promise<void>;
  /** Resolves once the part answers; rejects with one clear line when it never will, and when `ended` is aborted. */
  ready: (ended?: AbortSignal) => Promise<void>;
  /** The signal that stops it cleanly; SIGTERM where absent. */
  stopSignal?: NodeJS.Signals;
};

/** An engine that is ready to be started: what to run, and the address that its clients use. */
export type Engine = { url: string; parts: Part[] };

/** What an engine needs to know of the machine. */
export type EngineOptions = {
  /** Where the engine keeps its data; made when absent. */
  dataDir: string;
  /** Where downloads are kept for every set on this machine. */
  cacheDir: string;
  /** A loopback port that is free now. */
  port: number;
  /** Says one line of progress to the person who waits. */
  progress: (line: string) => void;
};
