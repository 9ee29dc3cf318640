export const REPORTS = {
  'S2.report': 'A report holds totals, averages, top foods, meal breakdown, activity and sleep averages.',
  'S2.share_link_bounds': 'A link lives 1 to 365 days or without end; its body may be an empty object.',
  'S3.share_links': 'Active links are listed, and can be revoked.',
  'S4.periods': 'A report is of today, this week or this month; another period is a 400.',
  'S8.report_volume': 'A month of full meals, 50 items each, is reported like any other.',
  'C2.week': 'A week is from Monday to Sunday, a month the calendar month; the zone decides today.',
  'C3.report_totals': 'Totals and averages over the days with meals are rounded once; unknown is null.',
  'C3.top_foods':
    'At most 20 foods by count, then kcal; case and spaces tell none apart; the last name shows.',
  'C3.meal_breakdown': 'The meal types that occur, in the order of the specification, with their share.',
  'C3.stated_averages': 'Each average of activity and sleep is over the days that state it.',
  'C3.clock_average': 'Clock times are averaged on the circle.',
  'C3.report_days': 'Every day of the whole period is listed, null where nothing is known.',
  'C3.provenance': 'Provenance counts the records of all four kinds by model and application.',
  'C3.share_link': 'A link shows its address in the list too, whose secret is kept hashed and sealed.',
  'C3.share_link_views': 'Views are counted, also across an orderly stop, and no view waits for it.',
  'C3.preview':
    'Known makers of link previews and prefetches get the title of a shared page, nothing of its records, and are no view.',
  'C3.share_link_gone': 'A revoked or expired address answers 410 with a page that says so, at once.',
  'C12.range': 'A report is of any range of up to 366 days; both ends are needed.',
  'C12.in_bed': 'A night without minutes in bed counts with the span of its clock times, up to 18 hours.',
  'C12.pages':
    'A report page shows any range of up to 366 days, steps to its neighbours of the same length, and plots weeks and months of long ones.',
  'C12.compare':
    'The range of the same length just before stands beside it: figures, plots on one scale, and the days that each rests on, without judgement.',
  'C12.csv': 'A report has its days as CSV: a row a day, a column a figure of the kinds shown.',
  'C13.shows':
    'A link shows the kinds and days that it is made for, and asks for nothing else; its label stays with its owner.',
  'C13.form': 'The form of a link says in words what it will show, before it is made.',
  H29: 'For every subset of kinds, range and profile, what a shared page, its CSV, its title and its HEAD hold is what the link shows, and the queries ask for nothing else.',
  'C3.corrected': 'A report says how many of its records the person corrected.',
  'C7.kept_sums':
    'Sums that are kept never show: an answer is the one that the records alone would give, whatever was written.',
  'C7.report_plans': 'A report reads the records of its period alone, on an index, however long the history.',
  'C8.shared_report':
    'A shared report is this week at first, says when its link ends, and names no assistant.',
  'C8.steps_in_time': 'A report page steps back and forth in time, and never past today.',
  H17: 'A share link has 128 bits or more, is not cached, indexed or referred; revoked it is a 410 on the next request; the page holds no id, e-mail or token.',
  'F.reports_database': 'Database away: a report is a 503 problem, its page a 503 page or problem by Accept.',
} as const;
