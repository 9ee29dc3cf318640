import { describe, expect } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { accessibilityFindings } from '../pages/browser.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { newToken } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
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

const openCards = useCardHost();
let token: string;
let page: CardPage;

const open = async (options?: Parameters<typeof openCards>[1]) => {
  token = await newToken();
  page = await openCards(token, options);
};
const press = (card: FrameLocator, name: string | RegExp) => card.getByRole('button', { name }).click();
const textOf = async (card: FrameLocator) => String(await card.locator('main').textContent());
const says = (card: FrameLocator, text: string | RegExp) =>
  card.getByRole('status').getByText(text).waitFor();
const stored = async () => (await call('GET', '/meals', { token, query: { day: '2026-11-20' } })).body.meals;
/** The calls that cards made, as what they asked for. */
const calls = async () =>
  (await page.sent('tools/call')) as unknown as { name: string; arguments: Record<string, unknown> }[];

describe('the card of a record', () => {
  proves(
    ['C15.record', 'C15.change', 'C15.model', 'C15.no_requests'],
    'mends what was told wrong, and undoes it',
    async () => {
      await open();
      const card = await page.show('log_meal', MEAL);
      await card.getByRole('heading', { name: /Lunch/ }).waitFor();
      const text = (await textOf(card)).replaceAll('\u00a0', ' ');
      for (const part of [
        '13:05',
        '20 November',
        '140 kcal',
        '400 kcal',
        'example-model-1',
        'confidence 70%',
      ])
        expect(text).toContain(part);
      expect(text).toContain('Fibre at least 0 g (stated for 1 of 2 foods)');

      await press(card, /Change.*Salmon/);
      await card.getByLabel('Weight in grams').fill('170');
      await card.getByLabel('Weight in grams').press('Enter');
      await says(card, 'Saved.');
      await card.getByText('340').first().waitFor();
      const [meal] = await stored();
      expect([meal.items[0].weight_g, meal.items[0].kcal, meal.totals.kcal, meal.version]).toEqual([
        170, 340, 600, 2,
      ]);
      const told = await page.context();
      expect(told?.content[0]?.text).toContain('"weight_g":170');
      expect(told?.structuredContent.records).toEqual([
        expect.objectContaining({ kind: 'meal', id: meal.id, version: 2, items: expect.any(Array) }),
      ]);

      await press(card, 'Undo');
      await says(card, 'Undone.');
      expect((await stored())[0].totals.kcal).toBe(400);
      expect(JSON.stringify((await page.context())?.structuredContent)).toContain('"version":3');

      const made = await calls();
      expect(made.map(({ name, arguments: args }) => [name, args.if_version])).toEqual([
        ['update_meal', 1],
        ['restore_record', 2],
      ]);
      const keys = made.map(({ arguments: { idempotency_key: key } }) => key);
      expect([new Set(keys).size, keys.every((key) => /^[0-9a-f]{32}$/.test(String(key)))]).toEqual([
        2,
        true,
      ]);
      expect(await page.sent('ui/message')).toEqual([]);
    },
  );

  proves(
    ['C15.record', 'C15.change'],
    'halves, doubles, renames, removes, deletes and puts back',
    async () => {
      await open();
      const card = await page.show('log_meal', MEAL);
      await press(card, 'Half');
      await says(card, 'Saved.');
      expect((await stored())[0].totals.kcal).toBe(200);
      await press(card, /Change.*Rice/);
      const rice = card.locator('.fields-of-item');
      await rice.getByRole('button', { name: 'Double' }).click();
      await card.getByText('330').first().waitFor();
      await rice.getByLabel('Name').fill('Brown rice');
      await rice.getByRole('button', { name: 'Rename' }).click();
      await card.locator('.item').getByText('Brown rice').first().waitFor();
      await rice.getByRole('button', { name: 'Remove' }).click();
      await rice.waitFor({ state: 'detached' });
      expect(
        (await stored())[0].items.map(({ name, kcal }: { name: string; kcal: number }) => [name, kcal]),
      ).toEqual([['Salmon', 70]]);
      await press(card, 'Delete');
      await card.getByText('This record is deleted.').waitFor();
      expect(await stored()).toEqual([]);
      expect((await page.context())?.structuredContent.records).toEqual([
        expect.objectContaining({ kind: 'meal', deleted: true }),
      ]);
      await press(card, 'Put back');
      await says(card, 'Put back.');
      expect((await stored())[0].items).toHaveLength(1);
      const conditions = (await calls()).map(({ name, arguments: args }) => [name, args.if_version]);
      expect(conditions).toEqual([
        ['update_meal', 1],
        ['update_meal', 2],
        ['update_meal', 3],
        ['update_meal', 4],
        ['delete_record', 5],
        ['restore_record', undefined],
      ]);
    },
  );

  proves(['C15.record'], 'shows every kind, and several copies', async () => {
    await open();
    const shown: [string, object, RegExp][] = [
      [
        'set_activity',
        { day: '2026-11-20', steps: 8400, workouts: [{ type: 'Running', minutes: 35 }] },
        /8,400[\s\S]*Running/,
      ],
      [
        'set_sleep',
        { day: '2026-11-20', bedtime: '23:40', wake_time: '07:15', asleep_minutes: 432 },
        /23:40[\s\S]*7.h 12.min/,
      ],
      [
        'add_wellbeing_note',
        { text: 'Slept well.', recorded_at: '2026-11-20T08:00:00+01:00' },
        /08:00 Slept well\./,
      ],
    ];
    for (const [tool, args, text] of shown) {
      const card = await page.show(tool, args);
      await card.locator('article').waitFor();
      expect(await textOf(card)).toMatch(text);
    }
    const { body: meal } = await call('POST', '/meals', { token, body: MEAL });
    const copies = await page.show('copy_meal', { id: meal.id, days: ['2026-11-21', '2026-11-22'] });
    await copies.locator('article').nth(1).waitFor();
    const deleted = await page.show('delete_record', { kind: 'meal', id: meal.id });
    await press(deleted, 'Put back');
    await deleted.getByRole('heading', { name: /Lunch/ }).waitFor();
  });

  proves(['C15.change', 'H34'], 'says that it was changed elsewhere, and shows that', async () => {
    await open();
    const card = await page.show('log_meal', MEAL);
    await card.getByRole('heading', { name: /Lunch/ }).waitFor();
    const [{ id }] = await stored();
    await call('PATCH', `/meals/${id}`, { token, body: { items: [{ id: 'i1', name: 'Trout' }] } });
    await press(card, 'Double');
    await says(card, /changed somewhere else/);
    await card.getByText('Trout').first().waitFor();
    expect((await stored())[0].totals.kcal).toBe(400);
    await call('DELETE', `/meals/${id}`, { token });
    await press(card, 'Double');
    await says(card, /not there any more/);
    await press(card, 'Put back');
    await says(card, 'Put back.');
    await press(card, 'Double');
    await card.getByText('800').first().waitFor();
  });
});

describe('what goes wrong', () => {
  proves(['H34'], 'an answer that was lost is asked for again, and nothing is stored twice', async () => {
    await open();
    const card = await page.show('log_meal', MEAL);
    await page.set('calls', 'lost');
    await press(card, 'Double');
    await says(card, /No answer came/);
    expect(await textOf(card)).toContain('400');
    await page.set('calls', 'normal');
    await press(card, 'Try again');
    await says(card, 'Saved.');
    expect((await stored())[0].totals.kcal).toBe(800);
    const keys = (await calls()).map(({ arguments: { idempotency_key: key } }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  proves(['H34'], 'a host that lets nothing through leaves it readable, and unchanged', async () => {
    await open();
    const card = await page.show('log_meal', MEAL);
    for (const way of ['refused', 'unsent']) {
      await page.set('calls', way);
      await press(card, 'Delete');
      await says(card, /No answer came/);
      await card.getByRole('heading', { name: /Lunch/ }).waitFor();
    }
    expect((await stored())[0].version).toBe(1);
    await page.set('calls', 'normal');
    await page.set('context', 'refused');
    await press(card, 'Double');
    await says(card, /Saved\. The assistant could not be told/);
  });

  proves(['H34'], 'while an answer is awaited nothing else is sent, and a late one is taken in', async () => {
    await open();
    await page.page.clock.install();
    const card = await page.show('log_meal', MEAL);
    await page.set('calls', 'held');
    await press(card, 'Double');
    await says(card, 'Saving …');
    await press(card, 'Half');
    await press(card, 'Delete');
    await page.page.clock.fastForward(5_000);
    await says(card, /No answer yet/);
    await page.page.clock.fastForward(20_000);
    await says(card, /No answer came/);
    await page.page.getByRole('button', { name: 'Answer what is held' }).click();
    await says(card, 'Saved.');
    await card.getByText('800').first().waitFor();
    expect((await calls()).map(({ name }) => name)).toEqual(['update_meal']);
  });

  proves(['H34', 'C15.first_paint'], 'results that are early, repeated, or say nothing', async () => {
    await open();
    for (const [way, text] of [
      ['before input', /Lunch/],
      ['twice', /Lunch/],
      ['text only', /Lunch/],
      ['never', /Waiting for what the assistant does/],
      ['empty', /passed nothing on/],
      ['cancelled', /The call was stopped/],
      ['error', /stored nothing[\s\S]*Unauthorized/],
    ] as const) {
      await page.set('results', way);
      const card = await page.show('log_meal', MEAL);
      await card
        .getByText(text)
        .first()
        .waitFor()
        .catch(() => {});
      expect([way, await textOf(card)]).toEqual([way, expect.stringMatching(text)]);
      expect([way, await card.locator('article').count()]).toEqual([way, String(text) === '/Lunch/' ? 1 : 0]);
    }
    await page.set('results', 'normal');
    const refused = await page.show('update_meal', { id: 'meal_unknown', multiply: 2 });
    await refused.getByText(/stored nothing/).waitFor();
  });

  proves(
    ['H34', 'C15.host'],
    'records full of markup are text, and other windows are not heard',
    async () => {
      await open();
      const name = '<img src=x onerror="window.hit=1"></script><script>window.hit=1</script>\u202e';
      const description = `${'<b>bold</b>'.repeat(180)}`;
      const card = await page.show('log_meal', {
        ...MEAL,
        description,
        notes: '<iframe src="https://example.org">',
        items: [{ ...MEAL.items[0], name, portion: '"><style>*{display:none}' }],
      });
      await card.getByText(name.slice(0, 20)).first().waitFor();
      expect(await card.locator('main :is(img, script, iframe, style, b:not(.item b))').count()).toBe(0);
      await press(card, /Change/);
      expect(await card.getByLabel('Name').inputValue()).toBe(name);
      const frame = page.page.frames().at(-1);
      expect(await frame?.evaluate('window.hit')).toBeUndefined();
      // A message of another window, of the same form as the host's.
      await frame?.evaluate(`(() => {
      const other = document.createElement('iframe');
      other.srcdoc = '<script>parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-cancelled", params: {} }, "*");'
        + 'parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { locale: "ru" } }, "*")</script>';
      document.body.append(other);
      return new Promise((resolve) => other.addEventListener('load', () => setTimeout(resolve, 100)));
    })()`);
      expect(await card.locator('html').getAttribute('lang')).toBe('en');
    },
  );
});

describe('looks', () => {
  proves(['C15.looks'], 'are the host’s: language, theme, colours, and what it offers', async () => {
    await open({ colorScheme: 'dark' });
    const card = await page.show('log_meal', MEAL);
    const style = (property: string) =>
      page.page
        .frames()
        .at(-1)
        ?.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('${property}')`);
    await card.getByRole('heading', { name: /Lunch/ }).waitFor();
    expect(await style('background-color')).toBe('rgb(251, 249, 244)');
    await page.set('theme', 'dark');
    await page.set('locale', 'ru-RU');
    await card.getByRole('heading', { name: /Обед/ }).waitFor();
    expect(await style('background-color')).toBe('rgb(24, 23, 20)');
    await page.set('look', 'given');
    await page.set('locale', 'es-MX');
    await card.getByRole('heading', { name: /Almuerzo/ }).waitFor();
    expect([await style('color'), await style('font-family')]).toEqual(['rgb(242, 245, 250)', 'monospace']);
    await page.set('serverTools', false);
    const readOnly = await page.show('log_meal', MEAL);
    await readOnly.getByRole('heading', { name: /Almuerzo/ }).waitFor();
    expect(await readOnly.locator('button').count()).toBe(0);
  });

  proves(['C15.looks'], 'fit 280 px and large letters, by keyboard and for screen readers', async () => {
    await open();
    await page.set('width', '280');
    const card = await page.show('log_meal', MEAL);
    await press(card, /Change.*Salmon/);
    const frame = page.page.frames().at(-1);
    if (!frame) throw new Error('no card');
    const widths = () => frame.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    expect(await widths()).toEqual([280, 280]);
    await frame.evaluate('document.documentElement.style.fontSize = "200%"');
    expect(await widths()).toEqual([280, 280]);
    const findings = await accessibilityFindings(frame as never);
    expect(findings).toEqual([]);
    // Focus stays where it was when the card is drawn again.
    await card.getByRole('button', { name: 'Half' }).last().focus();
    await page.page.keyboard.press('Enter');
    await says(card, 'Saved.');
    expect(await frame.evaluate('document.activeElement.textContent')).toBe('Half');
    await frame.evaluate('document.documentElement.style.fontSize = ""');
    await eventually(async () => {
      const height = await frame.evaluate('Math.ceil(document.body.getBoundingClientRect().height)');
      return Object((await page.sent('size')).at(-1)).height === height;
    }, 'the host to be told the height');
  });
});
