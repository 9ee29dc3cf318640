import { z } from 'zod';

/** From where on a notice is made (`C10.notices`). */
export const NOTICE_BOUNDS = {
  aheadHours: 1,
  agoDays: 400,
  repeatedMinutes: 15,
  /** What a night's sleep may be longer than the span of its clock times: they are told in round numbers. */
  clockSpanMinutes: 15,
  /** What energy may be below that of its parts. */
  missingKcal: 100,
} as const;

/** What a notice can tell of a record that was stored all the same. */
const NOTICE_CODES = {
  in_the_future: `more than ${NOTICE_BOUNDS.aheadHours} hour ahead`,
  long_ago: `more than ${NOTICE_BOUNDS.agoDays} days ago`,
  repeated: `the same kind of meal with the same items within ${NOTICE_BOUNDS.repeatedMinutes} minutes`,
  parts_exceed_whole: 'parts add up to more than what they are parts of',
  energy_below_parts: 'less than half of the kcal of its macronutrients',
} as const;
export type NoticeCode = keyof typeof NOTICE_CODES;

export const notice = z.object({
  code: z.enum(Object.keys(NOTICE_CODES) as [NoticeCode, ...NoticeCode[]]).meta({
    description: Object.entries(NOTICE_CODES)
      .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
      .join('; '),
  }),
  pointer: z.string().meta({
    description:
      'Where: an RFC 6901 pointer into the body (of a correction, to where it has the field or would have it), `/day` for the day of the path; empty for `repeated`.',
    examples: ['/items/0/kcal'],
  }),
  message: z.string(),
});
export type Notice = z.infer<typeof notice>;

export const notices = z.array(notice).meta({
  description:
    'What in the record may not be as it was meant; it is stored all the same. Nearly always empty.',
});

/** A record as a write answers with it: with its notices beside its fields. */
export const withNotices = <Shape extends z.ZodRawShape>(record: z.ZodObject<Shape>) =>
  record.extend({ notices });
