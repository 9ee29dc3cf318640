/** What a person says, the tools that a model then calls, in order, and what comes of it. None: the server is not asked. */
export type Case = { about: string; prompt: string; tools: readonly string[]; expected: string };

/** For reviewers; the first three are examples for people, too. */
export const POSITIVE_CASES: readonly Case[] = [
  {
    about: 'A meal, told in passing',
    prompt: 'For lunch I had a bowl of lentil soup with two slices of bread.',
    tools: ['log_meal'],
    expected:
      'One meal with two items and the nutrients that the model estimates for them, with its name and how sure it is. The answer has the totals of the meal.',
  },
  {
    about: 'A day so far',
    prompt: 'What have I eaten today, and how does it compare with my targets?',
    tools: ['get_day'],
    expected:
      "The meals of today, their totals and the person's own targets as figures. No advice, and what is not known is said to be unknown, not 0.",
  },
  {
    about: 'A week at a glance',
    prompt: 'Show me my last week: sleep, steps and how I felt.',
    tools: ['get_report', 'get_day'],
    expected:
      'The averages of sleep and steps from the report, and from the days what the person said of how they felt, in their words.',
  },
  {
    about: 'A night',
    prompt: 'I went to bed at half past eleven and got up at seven; I slept about six and a half hours.',
    tools: ['set_sleep'],
    expected: 'The night belongs to the day of waking up and has both times and 390 minutes of sleep.',
  },
  {
    about: 'A walk, and how it felt',
    prompt: 'I walked 9,000 steps today and my back hurt a little afterwards.',
    tools: ['set_activity', 'add_wellbeing_note'],
    expected: "The steps are set for today; the note keeps the person's own words.",
  },
  {
    about: 'A correction',
    prompt: 'The soup was two bowls, and I had no bread after all.',
    tools: ['list_meals', 'update_meal'],
    expected:
      'One call corrects the meal: the soup is multiplied by 2, the bread is removed, and the totals follow. The words that were there stay, with the correction added.',
  },
  {
    about: 'Undone',
    prompt: 'No, put that lunch back as it was.',
    tools: ['restore_record'],
    expected: 'The meal is as it was before the correction, which can itself be put back.',
  },
  {
    about: 'The same again',
    prompt: 'I had the same breakfast on Wednesday and Thursday.',
    tools: ['list_meals', 'copy_meal'],
    expected: 'Two meals with the same items and figures, at the same time of day, one on each day.',
  },
  {
    about: 'A food of their own',
    prompt: 'I just ate my usual yoghurt, half of it.',
    tools: ['find_foods', 'log_meal'],
    expected: 'The figures are those of the yoghurt as it was last recorded, scaled to a half.',
  },
  {
    about: 'A link for the nutritionist',
    prompt: 'Give me a link to my reports for my nutritionist that ends in two weeks.',
    tools: ['create_share_link'],
    expected: 'An address that whoever has it can read, with the day on which it ends.',
  },
  {
    about: 'The link is taken back',
    prompt: 'Take the link for my nutritionist back.',
    tools: ['list_share_links', 'revoke_share_link'],
    expected: 'The link is found, revoked, and its address shows nothing from then on.',
  },
];

/** What the server is not for. */
export const NEGATIVE_CASES: readonly Case[] = [
  {
    about: 'Advice',
    prompt: 'What should I eat to lose five kilos?',
    tools: [],
    expected: 'The diary keeps and adds up records. It has no tool for plans or advice, and none is called.',
  },
  {
    about: 'General knowledge',
    prompt: 'How much protein is in 100 g of lentils?',
    tools: [],
    expected: 'Nobody ate anything: nothing is recorded and nothing is looked up here.',
  },
  {
    about: 'Something else to remember',
    prompt: 'Remind me to buy bread tomorrow.',
    tools: [],
    expected: 'The diary holds what was, and reminds of nothing.',
  },
];
