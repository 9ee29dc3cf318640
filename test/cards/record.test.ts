import { describe, expect } from '@jest/globals';
import { accessibilityFindings } from '../pages/browser.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { MEAL, press, says, textOf, useRecordCards } from './record-steps.ts';

const { open, token, stored, calls } = useRecordCards();

describe('the card of a record', () => {
  proves(
    ['C15.record', 'C15.change', 'C15.model', 'C15.no_requests'],
    'mends what was told wrong, and undoes it',
    async () => {
      const page = await open();
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
    ['C15.record', 'C15.day', 'C15.report', 'C15.model'],
    'a walk: told with a mistake, seen, mended; the model, the day and the report are right, and undone',
    async () => {
      const page = await open();
      const card = await page.show('log_meal', MEAL);
      await press(card, /Change.*Salmon/);
      await card.getByLabel('Weight in grams').fill('170');
      await press(card, 'Set the weight');
      await says(card, 'Saved.');
      const told = JSON.stringify((await page.context())?.structuredContent);
      expect(told).toContain('"kcal":600');
      const days = { from: '2026-11-14', to: '2026-11-20' };
      const shownIn = async (tool: string, args: object) => {
        const shown = await page.show(tool, args);
        await shown.locator('.main-figures').waitFor();
        return shown.locator('.main-figures dd').first().textContent();
      };
      expect(await shownIn('get_day', { day: '2026-11-20' })).toMatch(/^600\s*kcal/);
      expect(await shownIn('get_report', days)).toMatch(/^600\s*kcal/);
      await press(card, 'Undo');
      await says(card, 'Undone.');
      expect(await shownIn('get_day', { day: '2026-11-20' })).toMatch(/^400\s*kcal/);
      expect(await shownIn('list_meals', { day: '2026-11-20' })).toMatch(/^400\s*kcal/);
    },
  );

  proves(
    ['C15.record', 'C15.change'],
    'halves, doubles, renames, removes, deletes and puts back',
    async () => {
      const page = await open();
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
        ['restore_record', 6],
      ]);
    },
  );

  proves(['C15.record'], 'shows every kind, and several copies', async () => {
    const page = await open();
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
    const { body: meal } = await call('POST', '/meals', { token: token(), body: MEAL });
    const copies = await page.show('copy_meal', { id: meal.id, days: ['2026-11-21', '2026-11-22'] });
    await copies.locator('article').nth(1).waitFor();
    const deleted = await page.show('delete_record', { kind: 'meal', id: meal.id });
    await press(deleted, 'Put back');
    await deleted.getByRole('heading', { name: /Lunch/ }).waitFor();
  });

  proves(['C15.change', 'H34'], 'says that it was changed elsewhere, and shows that', async () => {
    const page = await open();
    const card = await page.show('log_meal', MEAL);
    await card.getByRole('heading', { name: /Lunch/ }).waitFor();
    const [{ id }] = await stored();
    await call('PATCH', `/meals/${id}`, { token: token(), body: { items: [{ id: 'i1', name: 'Trout' }] } });
    await press(card, 'Double');
    await says(card, /changed somewhere else/);
    await card.getByText('Trout').first().waitFor();
    expect((await stored())[0].totals.kcal).toBe(400);
    await call('DELETE', `/meals/${id}`, { token: token() });
    await press(card, 'Double');
    await says(card, /not there any more/);
    await press(card, 'Put back');
    await says(card, 'Put back.');
    await press(card, 'Double');
    await card.getByText('800').first().waitFor();
  });
});

describe('looks', () => {
  proves(['C15.looks'], 'are the host’s: language, theme, colours, and what it offers', async () => {
    const page = await open({ colorScheme: 'dark' });
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
    const page = await open();
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
