import { z } from 'zod';
import { LANGUAGES } from './languages.ts';

/**
 * Free text of `min` to `max` Unicode code points, stored exactly as sent (`C1.code_points`, `S2.words_kept`).
 * NUL and lone surrogates are refused: no database and no UTF-8 client can carry them.
 */
export const text = (max: number, min = 0, base = z.string()) =>
  base
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'holds a NUL character or half of a surrogate pair',
      params: { code: 'invalid_format' },
      abort: true,
    })
    // A string never has more code points than UTF-16 units, so most are judged without being walked.
    .refine((value) => value.length >= min && (value.length <= max || [...value].length <= max), {
      error: min > 0 ? `must have ${min} to ${max} characters` : `must have at most ${max} characters`,
      params: { code: 'invalid_length' },
    })
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });

/** Whether a text draws anything: spaces do not, nor do characters without a form. */
export const isVisible = (value: string): boolean =>
  /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v.test(value);

/** Text of 1 to `max` code points with at least one that can be seen. */
export const name = (max: number) =>
  text(max, 1).refine(isVisible, {
    error: 'needs at least one visible character',
    params: { code: 'invalid_format' },
  });

/** A name that a person reads before deciding: no control character and no mark that turns the reading direction. */
export const displayName = (max: number) =>
  name(max).refine((value) => !/[\p{Cc}\p{Bidi_Control}]/u.test(value), {
    error: 'must have no control characters or direction marks',
    params: { code: 'invalid_format' },
  });

/** What a text stands for that is not free: over MCP no number, no "null" and no "" becomes such a text (`C1.lenient`). */
export const codedText = z.registry<{ is: 'id' | 'key' | 'cursor' | 'day' | 'clock_time' | 'date_time' }>();

/** An opaque identifier that was given out by the service. */
export const id = text(
  64,
  1,
  z.string().refine((value) => !value.includes('://'), {
    error:
      'is an address, not an id: the `id` of a link is in list_share_links (GET /share-links), that of a record in get_day (GET /days/{day})',
    params: { code: 'invalid_format' },
    abort: true,
  }),
).register(codedText, { is: 'id' });

export const profileId = id.meta({ description: 'Default when absent.' });

const isoDate = z.iso.date();
const isRealDate = (value: string): boolean => isoDate.safeParse(value).success && !value.startsWith('0000');

/** A real calendar date, `YYYY-MM-DD`. */
export const day = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'must be a date written YYYY-MM-DD')
  .refine(isRealDate, { error: 'is not a valid calendar date', params: { code: 'invalid_format' } })
  .meta({ format: 'date', examples: ['2026-10-04'] })
  .register(codedText, { is: 'day' });

/** A date in an answer, `YYYY-MM-DD`. */
export const date = z.string().meta({ format: 'date' });

const DATE_TIME =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)$/;

/** ISO 8601 date and time with a mandatory offset; seconds and fraction may be left out (`S2.date_time`). */
export const dateTime = z
  .string()
  .max(64)
  .regex(
    DATE_TIME,
    'must be a date and time with its offset from UTC (at most 14 hours), such as 2026-10-04T13:05:00+02:00',
  )
  .refine((value) => isRealDate(value.slice(0, 10)), {
    error: 'is not a valid calendar date',
    params: { code: 'invalid_format' },
  })
  .register(codedText, { is: 'date_time' });

/** A date-time in an answer: always with seconds and offset (RFC 3339). */
export const timestamp = z.string().meta({ format: 'date-time' });

/** Which version of a record this is: 1 at first, and one more with each change (`C3.version`). */
export const version = z.int().min(1);

/** Who changed something: an assistant by its name, or the person. */
export const author = z.object({ by: z.enum(['assistant', 'person']), client_name: z.string().nullable() });
export type Author = z.infer<typeof author>;

/** Who changed a record last; null until somebody has. */
export const updatedBy = author.nullable();

/** The record that an operation speaks of. */
export const byId = z.strictObject({
  id: id.meta({ description: 'The id, as it was given when this was made or listed.' }),
});
/** The answer of a deletion. */
export const deleted = z.object({ deleted: z.literal(true), id: z.string() });

/** The day and profile that an operation speaks of. */
export const dayParams = z.strictObject({
  day: day.meta({ description: 'A calendar day, `YYYY-MM-DD`.' }),
});
export const profileQuery = z.strictObject({ profile_id: profileId.optional() });

/** A time of day, `HH:MM`, 24 hours. */
export const clockTime = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time of day written HH:MM, from 00:00 to 23:59')
  .meta({ description: '`HH:MM`, 24 hours.' })
  .register(codedText, { is: 'clock_time' });

/** A number from `min` to `max`. JSON has a zero with a sign, which is 0 here: a record would not say the same with it. */
export const quantity = (max: number, min = 0) =>
  z
    .number()
    .overwrite((value) => value + 0)
    .min(min)
    .max(max);

/** A whole number from `min` to `max`. */
export const count = (max: number, min = 0) => quantity(max, min).int();

/** How sure the model is, 0 to 1: of its estimate, or of a figure that it was told or read from a picture. */
export const confidence = quantity(1);

/** An optional input field; `null` counts as absent, because language models send nulls (`C1.null`). */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** An `Idempotency-Key` (`C7.key`). */
export const idempotencyKey = z
  .string()
  .regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
  .register(codedText, { is: 'key' });

export const language = z.enum(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]);
export type Language = z.infer<typeof language>;
