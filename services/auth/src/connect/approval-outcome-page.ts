import type { Language } from 'shared/contract/fields.ts';
import { html } from 'shared/pages/figures/html.ts';
import { actionLink, homeLink } from 'shared/pages/shell/action-link.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';

/**
 * `approved`, `denied`, `wrong_number`: what the form just did, the last at the third wrong number. `already_…`, `expired`: the
 * link was used or is past its time. `unknown`: there is no such link.
 */
export type ApprovalOutcome =
  | 'approved'
  | 'denied'
  | 'wrong_number'
  | 'already_approved'
  | 'already_denied'
  | 'already_wrong_number'
  | 'expired'
  | 'unknown';

const STATUS: Record<ApprovalOutcome, number> = {
  approved: 200,
  denied: 200,
  wrong_number: 200,
  already_approved: 410,
  already_denied: 410,
  already_wrong_number: 410,
  expired: 410,
  unknown: 404,
};

/** What became of an approval link: 200 for what was just decided, 410 for a link that is over, 404 for one that never was. */
export const approvalOutcomePage = (
  language: Language,
  outcome: ApprovalOutcome,
  { isZoneUnknown }: { isZoneUnknown?: boolean } = {},
): Page => {
  const { approval, landing } = wordsIn(language);
  const [title, text] = approval.outcomes[outcome];
  return {
    language,
    title,
    status: STATUS[outcome],
    main: html`<h1>${title}</h1>
<p class="lead">${text}</p>
${isZoneUnknown && html`<p class="note">${approval.zoneUnknown} <a href="/account/profiles?language=${language}">${approval.chooseZone}</a></p>`}
${outcome === 'approved' || outcome === 'already_approved' ? actionLink(`/report?language=${language}`, landing.toReport) : homeLink(language)}`,
  };
};
