import { LIMITS } from 'shared/contract/limits.ts';
import { countDays, neighbouringDays } from 'shared/records/calendar.ts';
import { startView } from '../frame/frame.ts';
import { reportCard } from './report-card.ts';
import { readShownDays, type ShownDays } from './shown-days.ts';

type Range = { from: string; to: string };

/** The card of a report, or of the days of a range: its figures and plots, other days, those before beside them, and the page. */
startView((frame) => {
  let shown: ShownDays | undefined;
  /** The days before, where they stand beside those that are shown. */
  let before: ShownDays | undefined;

  const callOf = ({ from, to }: Range) => ({
    tool: shown?.report ? 'get_report' : 'list_days',
    args: { from, to, profile_id: shown?.profile_id },
  });

  const readBefore = async (range: Range): Promise<ShownDays> => {
    const { tool, args } = callOf(neighbouringDays(range, -1));
    return readShownDays((await frame.read(tool, args)) as object);
  };

  /** What is said of days that no call answers for. */
  const refusalOf = ({ from, to }: Range): string | undefined => {
    const { refused } = frame.words().range;
    const longest = shown?.report ? LIMITS.reportDays : LIMITS.daysRange;
    const days = countDays(from, to);
    if (days < 1) return refused.invalid_range();
    return days > longest ? refused.range_too_long(longest) : undefined;
  };

  const show = (range: Range): void => {
    const refusal = refusalOf(range);
    if (refusal) {
      frame.say({ text: refusal });
      return;
    }
    const { tool, args } = callOf(range);
    let next: ShownDays | undefined;
    void frame.perform({
      tool,
      args: () => args,
      writes: false,
      before: async () => {
        next = before && (await readBefore(range));
        return undefined;
      },
      take: (data) => {
        shown = readShownDays(data as object);
        before = next;
        return undefined;
      },
    });
  };

  const compare = (range: Range): void => {
    const { tool, args } = callOf(neighbouringDays(range, -1));
    void frame.perform({
      tool,
      args: () => args,
      writes: false,
      take: (data) => {
        before = readShownDays(data as object);
        return undefined;
      },
    });
  };

  /** The page opens with the same days; it is the site's own, and nothing else is ever opened (`C15.host`). */
  const pageOf = ({ from, to, report }: ShownDays): string => {
    const isPeriod = report && report.period !== 'range';
    const query = {
      ...(isPeriod ? { period: report.period, day: from } : { from, to }),
      ...(before && { compare: 'previous' }),
    };
    return `${frame.siteUrl}/report?${new URLSearchParams(query)}`;
  };

  return {
    take: (data) => {
      shown = readShownDays(data);
      before = undefined;
    },
    show: () => reportCard(frame, shown as ShownDays, before),
    acts: {
      // An end that was left empty stays as it is.
      range: ({ entries: { from, to } }) => shown && show({ from: from || shown.from, to: to || shown.to }),
      step: ({ data: { by } }) => shown && show(neighbouringDays(shown, by === '1' ? 1 : -1)),
      compare: () => shown && compare(shown),
      alone: () => {
        before = undefined;
        frame.draw();
      },
      'open-report': () => shown && frame.openLink(pageOf(shown)),
    },
  };
});
