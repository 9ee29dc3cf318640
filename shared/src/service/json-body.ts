import express, { type RequestHandler } from 'express';
import { LIMITS } from '../contract/limits.ts';
import { Problem } from './problem.ts';

const MAX_DEPTH = 64;

/**
 * A key that stands twice in one object, or undefined. `text` must be valid JSON. Nothing that was sent may be dropped in
 * silence (contract §1), and JSON.parse keeps only the last of two.
 */
export const duplicateKey = (text: string): string | undefined => {
  const objects: (Set<string> | undefined)[] = [];
  for (const [token, colon] of text.matchAll(/[{}[\]]|"(?:[^"\\]|\\.)*"\s*(:)?/gs)) {
    if (token === '{') objects.push(new Set());
    else if (token === '[') objects.push(undefined);
    else if (token === '}' || token === ']') objects.pop();
    else if (colon) {
      const key: string = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
      const keys = objects.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    if (objects.length > MAX_DEPTH)
      throw new Problem('invalid_json', `The body is nested more than ${MAX_DEPTH} deep.`);
  }
  return undefined;
};

/** Parses a JSON text strictly: UTF-8, no key twice. Throws `invalid_json`. */
export const parseJson = (bytes: Uint8Array): unknown => {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Problem('invalid_json', 'The body is not valid JSON in UTF-8.');
  }
  const key = duplicateKey(text);
  if (key !== undefined)
    throw new Problem('invalid_json', 'The body names one member of an object twice.', {
      issues: [{ pointer: '', code: 'duplicate', message: `"${key}" is given more than once` }],
    });
  return value;
};

const readBytes = express.raw({ type: () => true, limit: LIMITS.bodyBytes, inflate: false });

const isJson = (contentType: string): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i.test(contentType);

/** Reads a JSON body of at most 512 KiB into `request.body`. Throws `unsupported_media_type`, `payload_too_large`, `invalid_json`. */
export const jsonBody: RequestHandler = (request, response, next) => {
  if (!isJson(request.headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  readBytes(request, response, (error?: unknown) => {
    if (!error) {
      // Called from the stream's end, where nobody would catch what is thrown.
      try {
        request.body = parseJson(request.body ?? new Uint8Array());
      } catch (problem) {
        return next(problem);
      }
      return next();
    }
    const { type } = error as { type?: string };
    if (type === 'entity.too.large')
      return next(new Problem('payload_too_large', 'The body is larger than 512 KiB.'));
    if (type === 'encoding.unsupported')
      return next(new Problem('unsupported_media_type', 'Send the body without a content encoding.'));
    if (type === 'request.aborted' || type === 'request.size.invalid')
      return next(new Problem('invalid_json', 'The body ended before it was complete.'));
    return next(error);
  });
};
