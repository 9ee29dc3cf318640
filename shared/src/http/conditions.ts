import type { Request, Response } from 'express';
import { Problem } from '../contract/problem.ts';
import { validationFailed } from './validate.ts';

type Tag = { weak: boolean; tag: string };

/** One entity tag at the beginning of a list, and what follows it (RFC 9110, 8.8.3 and 5.6.1). */
const FIRST_TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,[ \t]*|$)/;

/** What a header of tags names: any version, or these. Throws `validation_failed` where it is not written as RFC 9110 says. */
const readTags = (request: Request, name: string): '*' | Tag[] | undefined => {
  const value = request.get(name);
  if (value === undefined) return undefined;
  if (value.trim() === '*') return '*';
  const tags: Tag[] = [];
  // A list may have empty entries.
  let rest = value.replace(/^[ \t,]+/, '');
  while (rest !== '') {
    const [all, weak, tag] = FIRST_TAG.exec(rest) ?? [];
    if (all === undefined || tag === undefined)
      throw validationFailed([
        {
          pointer: `header/${name}`,
          code: 'invalid_format',
          message: 'must be *, or the ETag of a version in its quotation marks, such as "3"',
        },
      ]);
    tags.push({ weak: weak !== undefined, tag });
    rest = rest.slice(all.length).replace(/^[ \t,]+/, '');
  }
  return tags;
};

/**
 * The refusal of a change that was meant for another version than `current`, which is undefined where nothing is recorded. `pointer`
 * is where the condition stands.
 */
const versionConflict = (current: number | undefined, pointer: string): Problem => {
  const now = current === undefined ? 'nothing is recorded here' : `the record is at version ${current}`;
  return new Problem(
    'version_conflict',
    `${now[0]?.toUpperCase()}${now.slice(1)}, which is not what this call is for. Nothing was changed. Read it again, and decide with what it says now.`,
    {
      issues: [{ pointer, code: 'version_conflict', message: `does not hold: ${now}` }],
      ...(current !== undefined && { headers: { ETag: etagOf(current) } }),
    },
  );
};

/**
 * Checks what `If-Match` and `If-None-Match` say of the version that is stored, undefined where none is (`C10.conditions`; RFC 9110,
 * 13.1). Throws `version_conflict`, and `validation_failed` where they are malformed.
 */
export const checkConditions = (request: Request, current: number | undefined): void => {
  const match = readTags(request, 'If-Match');
  const noneMatch = readTags(request, 'If-None-Match');
  const isNamed = (tags: Tag[]) => tags.some(({ tag }) => tag === String(current));
  if (match && (current === undefined || (match !== '*' && !isNamed(match.filter(({ weak }) => !weak)))))
    throw versionConflict(current, 'header/If-Match');
  if (noneMatch && current !== undefined && (noneMatch === '*' || isNamed(noneMatch)))
    throw versionConflict(current, 'header/If-None-Match');
};

const etagOf = (version: number): string => `"${version}"`;

/** Names the version of the record that is answered with. Returns the record. */
export const withEtag = <Answer extends { version: number }>(response: Response, record: Answer): Answer => {
  response.set('ETag', etagOf(record.version));
  return record;
};
