import type { Request, RequestHandler } from 'express';
import getRawBody from 'raw-body';
import { LIMITS } from '../contract/limits.ts';
import { Problem } from './problem.ts';

const MAX_DEPTH = 64;
/**
 * Many times what the largest record has. To check a value takes far longer than to read it: a body of nothing but values
 * kept a service from everybody else for seconds, or took all of its memory.
 */
const MAX_VALUES = 5000;

/**
 * Refuses what JSON.parse takes: too much nesting, too many values, the name `__proto__`, and a name twice in an object, of which it
 * would keep the last (contract §1: nothing that was sent is dropped in silence). `text` must be valid JSON. Throws `invalid_json`.
 */
const checkShape = (text: string): void => {
  /** What is open at this place of the text, from the outside in: an object with its names so far, or an array (undefined). */
  const open: (Set<string> | undefined)[] = [];
  let commas = 0;
  for (const [token, colon] of text.matchAll(/[{}[\],]|"(?:[^"\\]|\\.)*"\s*(:)?/gs)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') commas += 1;
    else if (colon) {
      const name: string = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
      // Libraries that copy objects drop it without a word, or take it for the prototype.
      if (name === '__proto__') throw wrongMember('unknown_field', `"${name}" is not known here`);
      const names = open.at(-1);
      if (names?.has(name)) throw wrongMember('duplicate', `"${name}" is given more than once`);
      names?.add(name);
    }
    if (open.length > MAX_DEPTH)
      throw new Problem('invalid_json', `The body is nested more than ${MAX_DEPTH} deep.`);
    if (commas >= MAX_VALUES)
      throw new Problem('invalid_json', `The body holds more than ${MAX_VALUES} values.`);
  }
};

/** Parses a JSON text strictly: UTF-8, no name twice, neither too deep nor too many values. Throws `invalid_json`. */
const parseJson = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0) throw new Problem('invalid_json', 'A JSON body is required here.');
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Problem('invalid_json', 'The body is not valid JSON in UTF-8.');
  }
  checkShape(text);
  return value;
};

const wrongMember = (code: string, message: string): Problem =>
  new Problem('invalid_json', `The body holds a member that it cannot have: ${message}.`, {
    issues: [{ pointer: '', code, message }],
  });

const wrongType = (): Problem =>
  new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.');

/**
 * Of the parameters only a charset says anything of the body (RFC 8259, 11; RFC 2045, 5). Part by part: one pattern for the
 * whole header took 80 ms over 15,000 spaces.
 */
const isJson = (contentType: string): boolean => {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charsets = parameters.filter((part) => /^charset\b/.test(part));
  return type === 'application/json' && charsets.every((part) => /^charset *= *"?utf-?8"?$/.test(part));
};

/** Why a body could not be read, by raw-body's types; anything else is not the caller's fault. */
const REFUSALS: Record<string, () => Problem> = {
  'entity.too.large': () => new Problem('payload_too_large', 'The body is larger than 512 KiB.'),
  'request.aborted': () => new Problem('invalid_json', 'The body ended before it was complete.'),
  'request.size.invalid': () => new Problem('invalid_json', 'The body ended before it was complete.'),
};

/**
 * A JSON body of at most 512 KiB. Refuses a larger one before it ends. Throws `unsupported_media_type`, `payload_too_large`,
 * `invalid_json`.
 */
export const readJson = async (request: Request): Promise<unknown> => {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers;
  if (type !== undefined && !isJson(type)) throw wrongType();
  if ((encoding || 'identity').toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'Send the body without a content encoding.');
  const bytes = await getRawBody(request, { length: length ?? null, limit: LIMITS.bodyBytes }).catch(
    (error) => {
      // What is left runs off, for the caller's next request.
      request.resume();
      throw REFUSALS[error.type]?.() ?? error;
    },
  );
  if (type === undefined && bytes.length > 0) throw wrongType();
  return parseJson(bytes);
};

/** Puts a JSON body into `request.body`. Throws as `readJson`. */
export const jsonBody: RequestHandler = async (request, _response, next) => {
  request.body = await readJson(request);
  next();
};
