import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const maxLogBytes = 10_000_000;
const lastLineCount = 8;
const warnLevel = 40;

/** Where the output of a part goes. */
export type PartLog = {
  /** Takes all that a process prints from now on. */
  follow: (child: ChildProcess) => void;
  /** The last lines since the newest `follow`, readable for a person. */
  lastLines: () => string[];
};

/**
 * Keeps what a part prints in `path`, at most 10 MB beside the 10 MB before that in `path.1`, and says on the
 * terminal only what a person should look at: pino lines of level warn and worse.
 */
export const openPartLog = (path: string, warn: (line: string) => void): PartLog => {
  let { file, bytes } = startFile(path);
  let lastLines: string[] = [];

  const write = (line: string) => {
    lastLines = [...lastLines, line].slice(-lastLineCount);
    if (levelOf(line) >= warnLevel) warn(readable(line));
    try {
      if (bytes > maxLogBytes) {
        const next = startFile(path);
        closeSync(file);
        ({ file, bytes } = next);
      }
      bytes += writeSync(file, `${line}\n`);
    } catch {
      // A full disk must not take the supervisor down with it.
    }
  };

  return {
    follow(child) {
      lastLines = [];
      for (const stream of [child.stdout, child.stderr])
        if (stream) createInterface({ input: stream }).on('line', write);
    },
    lastLines: () => lastLines.map(readable),
  };
};

const startFile = (path: string) => {
  try {
    renameSync(path, `${path}.1`);
  } catch {
    // There is no earlier one.
  }
  return { file: openSync(path, 'w'), bytes: 0 };
};

type LogEntry = { level: number; time: unknown; service: unknown; msg: string };

/** The line as pino's object, or nothing where it is something else. */
const logEntry = (line: string): LogEntry | undefined => {
  if (!line.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const levelOf = (line: string): number => logEntry(line)?.level ?? 0;

const readable = (line: string): string => {
  const entry = logEntry(line);
  if (!entry) return line;
  const { level, time, service, msg, ...rest } = entry;
  return `${msg} ${JSON.stringify(rest, (key, value) => (key === 'stack' ? undefined : value))}`;
};
