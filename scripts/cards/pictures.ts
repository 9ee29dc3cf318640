import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { addDays, today } from 'shared/records/calendar.ts';
import { inBrowser } from '../browser/in-browser.ts';
import { cardAt, openHost, setSwitch, showCard } from './drive-host.ts';

/** What is called for each picture, and what is then pressed. */
const calls = (): Record<string, [tool: string, args: object, press?: string]> => {
  const yesterday = addDays(today('UTC'), -1);
  const range = (days: number) => ({ from: addDays(yesterday, 1 - days), to: yesterday });
  return {
    record: ['log_meal', MEAL, 'Salmon'],
    day: ['get_day', { day: yesterday }],
    report: ['get_report', range(14)],
    compared: ['get_report', range(7), 'Compare with the days before'],
    link: ['create_share_link', { label: 'Marta', shows: ['meals', 'activity'], expires_in_days: 30 }],
  };
};

const MEAL = {
  meal_type: 'lunch',
  description: 'Salmon with rice, and a glass of orange juice',
  model: 'example-model-1',
  confidence: 0.8,
  items: [
    {
      ...{ name: 'Salmon', portion: 'a fillet', weight_g: 170, kcal: 340 },
      ...{ protein_g: 34, carbs_g: 0, fat_g: 22, fiber_g: 0 },
    },
    { name: 'Rice', portion: 'a bowl', weight_g: 200, kcal: 260, protein_g: 5, carbs_g: 57, fat_g: 0.5 },
    { name: 'Orange juice', portion: 'a glass', kcal: 112, protein_g: 1.7, carbs_g: 26, fat_g: 0.5 },
  ],
};

/** As directories want it: 1,280 pixels wide. */
const LISTED = { locale: 'en-GB', theme: 'light', width: 640 };
/** In which cards are looked at. */
const LOOKS = ['en-GB', 'es-MX', 'ru-RU'].flatMap((locale) =>
  ['light', 'dark'].flatMap((theme) => [280, 390, LISTED.width].map((width) => ({ locale, theme, width }))),
);

type Options = {
  folder: string;
  url: string;
  token: string;
  /** Whether they are taken in every language, theme and width, or as directories want them. */
  everyLook: boolean;
};

/** Takes a picture of each card in the host at `url`: `record.png`, or with every look `record-es-MX-dark-390.png`. */
export const takePictures = ({ folder, url, token, everyLook }: Options): Promise<void> =>
  // Frames that are out of sight are drawn late.
  inBrowser({ viewport: { width: 1280, height: 9_000 } }, async (context) => {
    await mkdir(folder, { recursive: true });
    const page = await context.newPage();
    await openHost(page, url, token);
    const cards = Object.entries(calls());
    for (const [, [tool, args, press]] of cards) {
      const card = await showCard(page, tool, args);
      await card.locator('h1').waitFor();
      if (press) await card.getByRole('button', { name: press }).click();
    }
    for (const { locale, theme, width } of everyLook ? LOOKS : [LISTED]) {
      await setSwitch(page, 'locale', locale);
      await setSwitch(page, 'theme', theme);
      await setSwitch(page, 'width', String(width));
      for (const [place, [name]] of cards.entries()) {
        const frame = page.locator('#cards > iframe').nth(place);
        await hasHeightOf(frame, cardAt(page, place).locator(`html[lang=${locale.slice(0, 2)}] body`));
        const look = everyLook ? `-${locale}-${theme}-${width}` : '';
        await frame.screenshot({ path: join(folder, `${name}${look}.png`) });
      }
    }
  });

/** Waits until the host has given a card the height that it asks for. */
const hasHeightOf = async (frame: Locator, card: Locator): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const [given, wanted] = await Promise.all([frame.boundingBox(), card.boundingBox()]);
    if (given && wanted && Math.abs(given.height - wanted.height) < 4) return;
    await setTimeout(50);
  }
  throw new Error(`a card of ${await card.textContent()} has not the height that it asks for`);
};
