import type { FrameLocator } from 'playwright-core';
import { call } from '../support/client.ts';
import { newToken } from '../support/new-token.ts';
import { type CardPage, useCardHost } from './card-page.ts';

/** A meal told with a mistake: the salmon was 170 g. */
export const MEAL = {
  meal_type: 'lunch',
  eaten_at: '2026-11-20T13:05:00+01:00',
  description: 'Salmon and rice',
  model: 'example-model-1',
  confidence: 0.7,
  items: [
    {
      name: 'Salmon',
      portion: 'a fillet',
      weight_g: 70,
      kcal: 140,
      protein_g: 14,
      carbs_g: 0,
      fat_g: 10,
      fiber_g: 0,
    },
    { name: 'Rice', kcal: 260, protein_g: 5, carbs_g: 57, fat_g: 0.5 },
  ],
};

export const press = (card: FrameLocator, name: string | RegExp) =>
  card.getByRole('button', { name }).click();
export const textOf = async (card: FrameLocator) => String(await card.locator('main').textContent());
export const says = (card: FrameLocator, text: string | RegExp) =>
  card.getByRole('status').getByText(text).waitFor();

/** A host in front of a person without records, for the tests of a file. */
export const useRecordCards = () => {
  const openCards = useCardHost();
  let token: string;
  let page: CardPage;
  return {
    open: async (options?: Parameters<typeof openCards>[1]): Promise<CardPage> => {
      token = await newToken();
      page = await openCards(token, options);
      return page;
    },
    token: () => token,
    /** The meals of the day of `MEAL`. */
    stored: async () => (await call('GET', '/meals', { token, query: { day: '2026-11-20' } })).body.meals,
    /** The calls that cards made, as what they asked for. */
    calls: async () =>
      (await page.sent('tools/call')) as unknown as { name: string; arguments: Record<string, unknown> }[],
  };
};
