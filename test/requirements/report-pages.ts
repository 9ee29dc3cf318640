import type { Requirement } from '../requirements.ts';

const C = (id: string, text: string): Requirement => ({ id: `C${id}`, text, source: 'contract' });

export const reportPages: Requirement[] = [
  C(
    '8.report_figures',
    "The page shows the report's own figures, written as the reader's language writes them, and of how many days each is.",
  ),
  C(
    '8.report_glance',
    'A week or a month begins with what was eaten, moved, slept and felt, on the first screen of a phone.',
  ),
  C('8.report_targets', "Figures stand beside the person's own targets, drawn alike whether reached or not."),
  C('8.report_plots', 'Each plot has a title, a text for screen readers and a table of the same figures.'),
  C('8.report_gaps', 'Days without records are gaps, never zero; days to come are neither.'),
  C(
    '8.report_records',
    "Each meal shows its foods, the person's words, model and confidence; notes show did, felt and quote.",
  ),
  C('8.report_neutral', 'A report never judges, advises or recommends, in words, signs or colours.'),
  C('8.report_print', 'Printed, a report has every record of every day and nothing that leads elsewhere.'),
];
