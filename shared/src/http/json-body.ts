import type { Request, RequestHandler } from 'express';
import { LIMITS } from '../contract/limits.ts';
import { Problem } from '../contract/problem.ts';
import { readBytes } from './read-bytes.ts';
import { pointer, unknownField, validationFailed } from './validate.ts';

const MAX_DEPTH = 64;
/**
 * Many times what the largest record has. Checking a value takes far longer than parsing it: a body of nothing but values
 * blocked a service for seconds, or took all of its memory.
 */
const MAX_VALUES = 5000;

/** An object with its names so far or, without names, a list; and the member or the entry of it that is being read. */
type Open = { names?: Set<string>; at: string | number };

/**
 * Refuses what JSON.parse takes: too much nesting, too many values, the name `__proto__`, and a name twice in an object, of which it
 * would keep the last (`C1.named`: nothing that was sent is dropped in silence). `text` must be valid JSON. Throws `invalid_json`,
 * and for `__proto__` `validation_failed`.
 */
const checkShape = (text: string): void => {
  /** What is open at this point of the text, from the outside in. */
  const open: Open[] = [];
  const here = () =>
    pointer(
      '',
      open.map(({ at }) => at),
    );
  let commas = 0;
  for (const [token, colon] of text.matchAll(/[{}[\],]|"(?:[^"\\]|\\.)*"\s*(:)?/gs)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), at: '' });
    else if (token === '[') open.push({ at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      commas += 1;
      if (typeof inner?.at === 'number') inner.at += 1;
    } else if (colon && inner?.names) {
      const name: string = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
      inner.at = name;
      // Libraries that copy objects drop it silently, or take it for the prototype.
      if (name === '__proto__') throw validationFailed([unknownField(here())]);
      if (inner.names.has(name)) throw givenTwice(here());
      inner.names.add(name);
    }
    if (open.length > MAX_DEPTH)
      throw new Problem('invalid_json', `The body is nested more than ${MAX_DEPTH} deep.`);
    if (commas >= MAX_VALUES)
      throw new Problem('invalid_json', `The body holds more than ${MAX_VALUES} values.`);
  }
};

/** Parses a JSON text strictly: no name twice, neither too deep nor too many values. Throws `invalid_json`, and as `checkShape`. */
export const parseJsonText = (text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
  checkShape(text);
  return value;
};

/** Parses the bytes of a body, UTF-8. Throws as `parseJsonText`. */
const parseJson = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0)
    throw new Problem(
      'invalid_json',
      'A JSON body is required here: send {} if you have nothing to say in it.',
    );
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalid_json', 'The body is not in UTF-8.');
  }
  return parseJsonText(text);
};

/**
 * Says where V8 stopped, without its message, which can quote what was sent (H19). It tells no place only where it met something
 * else than a value, or the end.
 */
const notJson = (error: unknown): Problem => {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(String(error)) ?? [];
  const fault = line
    ? `see line ${line}, column ${column}`
    : 'it ends too early, or there is no value where one belongs. NaN is none, nor is a comma before ]';
  return new Problem('invalid_json', `The body is not valid JSON: ${fault}.`);
};

const givenTwice = (at: string): Problem =>
  new Problem('invalid_json', `${at} is given more than once.`, {
    issues: [{ pointer: at, code: 'duplicate', message: 'is given more than once' }],
  });

/** The headers say what would be taken (RFC 9110, 15.5.16). */
const wrongType = (): Problem =>
  new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.', {
    headers: { Accept: 'application/json' },
  });

const wrongCoding = (): Problem =>
  new Problem('unsupported_media_type', 'Send the body without a content encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });

/**
 * Of the parameters only a charset matters for the body (RFC 8259, 11; RFC 2045, 5). Checked part by part: one pattern for the
 * whole header took 80 ms over 15,000 spaces.
 */
const isJson = (contentType: string): boolean => {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charsets = parameters.filter((part) => /^charset\b/.test(part));
  return type === 'application/json' && charsets.every((part) => /^charset *= *"?utf-?8"?$/.test(part));
};

/** Why a body could not be read, by raw-body's types; anything else is not the caller's fault. */
const REFUSALS: Record<string, () => Problem> = {
  'entity.too.large': () =>
    new Problem('payload_too_large', `The body is larger than ${LIMITS.bodyBytes / 1024} KiB.`),
  'request.aborted': () => new Problem('invalid_json', 'The body ended before it was complete.'),
  'request.size.invalid': () => new Problem('invalid_json', 'The body ended before it was complete.'),
};

/**
 * A JSON body of at most 512 KiB; undefined where none came and none `isNeeded`. Refuses a larger one before it ends. Throws
 * `unsupported_media_type`, `payload_too_large`, `invalid_json`, `validation_failed` for a member `__proto__`, and `unavailable` where
 * too many come in at a time.
 */
export const readJson = async (request: Request, isNeeded = true): Promise<unknown> => {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (type !== undefined && !isJson(type)) throw wrongType();
  if ((encoding || 'identity').toLowerCase() !== 'identity') throw wrongCoding();
  const bytes = await readBytes(request, LIMITS.bodyBytes).catch((error) => {
    throw REFUSALS[error.type]?.() ?? error;
  });
  if (type === undefined && bytes.length > 0) throw wrongType();
  return bytes.length === 0 && !isNeeded ? undefined : parseJson(bytes);
};

/** Puts a JSON body into `request.body`. Throws as `readJson`. */
export const jsonBody: RequestHandler = async (request, _response, next) => {
  request.body = await readJson(request);
  next();
};
