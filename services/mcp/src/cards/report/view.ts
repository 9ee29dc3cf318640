import { startView } from '../frame/frame.ts';
import { readShown, reportCard, type Shown } from './report-card.ts';

/** The card of a report, or of the days of a range: its figures and plots, another range, and the way to the page. */
startView((frame) => {
  let shown: Shown | undefined;

  /** The page opens with the same days; it is the site's own, and nothing else is ever opened (`C15.host`). */
  const pageOf = ({ from, to, report }: Shown): string => {
    const isPeriod = report && report.period !== 'range';
    const query = isPeriod ? { period: report.period, day: from } : { from, to };
    return `${frame.siteUrl}/report?${new URLSearchParams(query)}`;
  };

  return {
    take: (data) => {
      shown = readShown(data);
    },
    show: () => reportCard(frame, shown as Shown),
    acts: {
      range: ({ entries: { from, to } }) => {
        const args = () => ({ from, to, profile_id: shown?.profile_id });
        const take = (data: unknown): undefined => {
          shown = readShown(data as object);
        };
        const tool = shown?.report ? 'get_report' : 'list_days';
        void frame.perform({ tool, args, writes: false, take });
      },
      'open-report': () => shown && frame.openLink(pageOf(shown)),
    },
  };
});
