export const PERSON = {
  // The person: profiles, links, records, downloads
  'C2.zone_changed': 'When the zone of a profile changes, what is recorded keeps its day.',
  'C3.targets': "Targets are the person's own, each a number within bounds or null, in days and reports.",
  'C8.profiles': 'Profiles: add up to 20, rename, delete with the records after a question, make default.',
  'C8.links': 'Share links: create for one diary or all, with or without an end, copy, revoke, views.',
  'C8.report': '/report: the connected assistants with what they may do and did, each disconnected at once.',
  'C8.records_deleted': 'Records are deleted from /report, after a question that changes nothing.',
  'C8.record_page':
    '/report/records/{id} shows a record of any kind, whom it is from, and what each version of it changed.',
  'C10.page':
    'A person corrects a record by a form of its fields: what was not changed stays, and of two tabs the later one gets both texts.',
  'C10.put_back': 'A person puts back what was changed or deleted by one button.',
  'C10.corrected':
    'A record says in its source line that the person changed it last: "by you", on a shared page "by the person".',
  'C10.for_good':
    'After a sign-in within 15 minutes a person deletes a record and its versions at once; no assistant can.',
  'C8.field_errors': 'What cannot be taken is a 400 with the form again and the error tied to its field.',
  'C8.action': 'A form that asks for what its page does not do is a 400 page and changes nothing.',
  'C8.sent_twice': 'A form sent twice does it once; one filled in before another change goes back.',
  'C8.download':
    'Everything of the account, as one JSON document, as a CSV file per kind and as a spreadsheet.',
  'C8.download_safe': 'No formula of a downloaded table runs in a spreadsheet.',
  'C8.own_pages_only': "A person's pages show and change nothing of another account.",
  'A.download_streamed': 'A download of years takes constant memory and waits for a slow reader.',
  'A.download_breaks': 'A download that cannot be completed is refused or visibly breaks.',
  'A.removed_twice': 'Records that come in while their profile is deleted do not stay.',

  // The person: sign-in, account, erasure
  'S1.disconnect': 'The person sees every connected assistant and disconnects any of them at any time.',
  'S1.call_log_shown': 'The call log is shown to the person: application, function, time, outcome.',
  'C4.sign_in':
    'A mailed link, 30 minutes, single use, signs in by its form: a cookie and 303 to the page asked for, else /report.',
  'C4.number':
    'A browser that did not ask types the number that the asking page shows and signs in here, or there; the third wrong one ends the link.',
  'C4.sign_in_terms': 'For an address without an account the confirming form has the terms too.',
  'C4.sign_in_limits': 'Sign-ins have the limits of connection requests, counted apart; no mail is a 502.',
  'C4.sign_in_same_answer': 'Asking to sign in is answered alike with and without an account.',
  'C4.sign_out': 'POST /signout ends the session.',
  'C4.session_unused': 'A session ends after 30 days without use.',
  'C8.landing': '/ says what the service is, has the sign-in form and how to connect by MCP and REST.',
  'C8.account': '/account: assistants, sessions, call log, language, each with its forms.',
  'C8.other_address': 'Whoever has lost the mailbox is told to write to the operator, and with what.',
  'C13.address':
    'A link mailed to another address moves the account, confirmed within 15 minutes by its signed-in person; 3 times in 30 days.',
  'C13.old_address':
    'For 30 days a sign-in or an approval at the old address says that an account has moved, not where to.',
  'C8.signed_out':
    'A page that needs a session sends whoever has none to /signin, which says why; a post there does nothing.',
  'C8.navigation': 'Signed-in people find every page of theirs, and the way out, on each of them.',
  'C8.person_by_keyboard': 'The whole way from / to a deleted account works by keyboard alone.',
  'C8.deletion': 'Deleting the account needs a sign-in within 15 minutes and the address typed in.',
  'A.csrf':
    "Every form refuses the pages of others and needs its csrf, bound to the session or the link's secret.",
  'A.assistants': 'auth tells services, and nobody else, of the connected assistants and the export parts.',
  'A.erasure': 'An erased account is refused at once everywhere, and nothing of it remains.',
  'A.erasure_resumes': 'An erasure that was killed at any point goes on and ends.',
  'A.erasure_twice': 'Each service sweeps, waits a minute for what was in flight, and sweeps again.',
  'A.begins_anew': 'A new account with the address of an erased one starts empty.',
} as const;
