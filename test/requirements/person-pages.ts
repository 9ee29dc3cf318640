import type { Requirement } from '../requirements.ts';

const C = (id: string, text: string): Requirement => ({ id: `C${id}`, text, source: 'contract' });
const A = (id: string, text: string): Requirement => ({ id: `A.${id}`, text, source: 'architecture' });

export const personPages: Requirement[] = [
  C('2.zone_changed', 'When the zone of a profile changes, what is recorded keeps its day.'),
  C('3.targets', "Targets are the person's own, each a number within bounds or null, in days and reports."),
  C('8.profiles', 'Profiles: add up to 20, rename, delete with the records after a question, make default.'),
  C('8.links', 'Share links: create for one diary or all, with or without an end, copy, revoke, views.'),
  C(
    '8.report',
    '/report: the connected assistants with what they may do and did, each disconnected at once.',
  ),
  C('8.records_deleted', 'Records are deleted from /report, after a question that changes nothing.'),
  C('8.field_errors', 'What cannot be taken is a 400 with the form again and the error tied to its field.'),
  C('8.action', 'A form that asks for what its page does not do is a 400 page and changes nothing.'),
  C('8.sent_twice', 'A form sent twice does it once; one filled in before another change goes back.'),
  C('8.download', 'Everything of the account, as one JSON document and as a CSV file per kind.'),
  C('8.download_safe', 'No formula of a downloaded table runs in a spreadsheet.'),
  C('8.own_pages_only', "A person's pages show and change nothing of another account."),
  A('download_streamed', 'A download of years takes constant memory and waits for a slow reader.'),
  A('download_breaks', 'A download that cannot be completed is refused or visibly breaks.'),
  A('removed_twice', 'Records that come in while their profile is deleted do not stay.'),
];
