import { describe, expect } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { LIMITS } from 'shared/contract/limits.ts';
import { callTool, send } from '../mcp/mcp-client.ts';
import { call } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { inWaves } from '../support/in-waves.ts';
import { proves } from '../support/proves.ts';
import type { CardPage } from './card-page.ts';
import { MEAL, press, says, textOf, useRecordCards } from './record-steps.ts';

const { open, token, stored, calls } = useRecordCards();
const namesOf = async () => (await calls()).map(({ name }) => name);
const change = (method: 'PATCH' | 'DELETE' | 'POST', path: string, body?: object) =>
  call(method, path, { token: token(), ...(body && { body }) });

/** A host that writes null for all that it leaves out, and a locale as programs for phones do. */
const hostOfNulls = (view: string, result: object) => `<iframe sandbox="allow-scripts"></iframe><script>
  const { view, result } = ${JSON.stringify({ view, result }).replaceAll('<', '\\u003c')};
  const frame = document.querySelector('iframe');
  const say = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const hostContext = { theme: null, locale: 'es_ES', styles: null, containerDimensions: null };
  addEventListener('message', ({ data: { id, method } }) => {
    if (method === 'ui/initialize')
      say({ id, result: { hostCapabilities: { serverTools: null }, hostContext }, error: null });
    if (method === 'ui/notifications/initialized')
      say({ id: null, method: 'ui/notifications/tool-result', params: result });
  });
  frame.srcdoc = view;
</script>`;

describe('what goes wrong', () => {
  proves(['H34'], 'an answer that was lost is asked for again, and nothing is stored twice', async () => {
    const page = await open();
    const card = await page.show('log_meal', MEAL);
    await page.set('calls', 'lost');
    await press(card, 'Double');
    await says(card, /No answer came/);
    expect(await textOf(card)).toContain('400');
    await page.set('calls', 'normal');
    await press(card, 'Try again');
    await says(card, 'Saved.');
    expect((await stored())[0].totals.kcal).toBe(800);
    await page.set('calls', 'broken off');
    await press(card, 'Half');
    await says(card, /No answer came/);
    await page.set('calls', 'normal');
    await press(card, 'Try again');
    await says(card, 'Saved.');
    expect((await stored())[0].totals.kcal).toBe(400);
    const keys = (await calls()).map(({ arguments: { idempotency_key: key } }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([4, 2]);
  });

  proves(['H34'], 'a host that lets nothing through leaves it readable, and unchanged', async () => {
    const page = await open();
    const card = await page.show('log_meal', MEAL);
    for (const way of ['refused', 'unsent', 'strange']) {
      await page.set('calls', way);
      await press(card, way === 'strange' ? 'Double' : 'Delete');
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
    const page = await open();
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
    const page = await open();
    for (const [way, text] of [
      ['before input', /Lunch/],
      ['twice', /Lunch/],
      ['text only', /Lunch/],
      ['never', /Waiting for what the assistant does/],
      ['empty', /passed nothing on/],
      ['strange', /passed nothing on/],
      ['cancelled', /The call was stopped/],
      ['broken off', /Whether it stored anything is in the assistant/],
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
      const page = await open();
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

      const text = '</p><p onclick="window.hit=1">'.padEnd(5_000, ' & <\u202e\u200f');
      const note = await page.show('add_wellbeing_note', { text });
      await note.locator('article').waitFor();
      expect((await textOf(note)).replaceAll(/\s+/g, ' ')).toContain(text.trim().replaceAll(/\s+/g, ' '));
      expect(await note.locator('main [onclick]').count()).toBe(0);
    },
  );

  proves(['H34'], 'a token that was revoked between two taps, and a network that is gone', async () => {
    const page = await open();
    const card = await page.show('log_meal', MEAL);
    await press(card, 'Half');
    await says(card, 'Saved.');
    await page.page.context().setOffline(true);
    await press(card, 'Half');
    await says(card, /No answer came, so it is not known/);
    await page.page.context().setOffline(false);
    await press(card, 'Try again');
    await says(card, 'Saved.');
    expect((await stored())[0].totals.kcal).toBe(100);
    await change('DELETE', '/tokens/current');
    await press(card, 'Half');
    await says(card, /No answer came, so it is not known/);
    expect(await textOf(card)).toContain('100');
  });

  proves(['H34'], 'a limit that is reached by tapping', async () => {
    const page = await open();
    const card = await page.show('log_meal', MEAL);
    await card.getByRole('heading', { name: /Lunch/ }).waitFor();
    await inWaves(LIMITS.writesPerMinute, 4, () => change('DELETE', '/meals/meal_none'));
    await press(card, 'Double');
    await says(card, 'This was not saved: too much was changed at once. Wait a minute.');
    expect([await textOf(card), (await stored())[0].version]).toEqual([expect.stringContaining('400'), 1]);
    await card.getByRole('button', { name: 'Try again' }).waitFor();
  });

  proves(['H34'], 'a second answer to one call, and one to none', async () => {
    const page = await open();
    const card = await page.show('log_meal', MEAL);
    await press(card, 'Double');
    await says(card, 'Saved.');
    const [meal] = await stored();
    const result = { content: [], structuredContent: { ...meal, version: 9, description: 'Of nobody' } };
    await page.page.evaluate(`for (const id of [1, 2, 3, 99, null])
      document.querySelector('#cards iframe').contentWindow.postMessage(
        { jsonrpc: '2.0', id, result: ${JSON.stringify(result)} }, '*')`);
    await press(card, 'Undo');
    await says(card, 'Undone.');
    expect(await textOf(card)).not.toContain('Of nobody');
  });

  proves(['H34'], 'a host that never says whether the model was told', async () => {
    const page = await open();
    await page.page.clock.install();
    const card = await page.show('log_meal', MEAL);
    await page.set('context', 'unanswered');
    await press(card, 'Double');
    await card.getByText('800').first().waitFor({ state: 'detached' });
    await page.page.clock.fastForward(5_000);
    await says(card, /Saved\. The assistant could not be told/);
  });
});

const DAY_MS = 86_400_000;

describe('a card whose data is old', () => {
  /** A card of a meal as it is shown two days after the call. */
  const showLater = async (page: CardPage): Promise<{ card: FrameLocator; id: string }> => {
    await page.page.clock.install({ time: Date.now() + 2 * DAY_MS });
    const card = await page.show('log_meal', MEAL);
    await card.getByRole('heading', { name: /Lunch/ }).waitFor();
    const [{ id }] = await stored();
    return { card, id };
  };

  proves(['C15.old'], 'asks what is stored before it changes anything, and then no more', async () => {
    const page = await open();
    const { card } = await showLater(page);
    await press(card, 'Half');
    await says(card, 'Saved.');
    expect(await namesOf()).toEqual(['get_day', 'update_meal']);
    await press(card, 'Undo');
    await says(card, 'Undone.');
    expect((await namesOf()).slice(2)).toEqual(['restore_record']);
    await page.page.clock.fastForward(11 * 60_000);
    await press(card, 'Delete');
    await card.getByText('This record is deleted.').waitFor();
    expect((await namesOf()).slice(3)).toEqual(['get_day', 'delete_record']);
  });

  proves(
    ['C15.old', 'H34'],
    'shows what was changed meanwhile, and changes that only when asked again',
    async () => {
      const page = await open();
      const { card, id } = await showLater(page);
      await change('PATCH', `/meals/${id}`, { items: [{ id: 'i1', name: 'Trout' }] });
      await press(card, 'Half');
      await says(card, /changed somewhere else.*can repeat it/);
      await card.getByText('Trout').first().waitFor();
      expect([await namesOf(), (await stored())[0].version]).toEqual([['get_day'], 2]);
      await press(card, 'Half');
      await says(card, 'Saved.');
      expect((await stored())[0].totals.kcal).toBe(200);
      // To another day.
      await page.page.clock.fastForward(11 * 60_000);
      await change('PATCH', `/meals/${id}`, { eaten_at: '2026-11-18T13:05:00+01:00' });
      await press(card, 'Half');
      await says(card, /changed somewhere else/);
      await card.getByRole('heading', { name: /18 November/ }).waitFor();
    },
  );

  proves(['C15.old', 'H34'], 'says when the record is deleted, put back or gone', async () => {
    const page = await open();
    const { card, id } = await showLater(page);
    await change('DELETE', `/meals/${id}`);
    await press(card, 'Half');
    await says(card, /not there any more/);
    await card.getByText('This record is deleted.').waitFor();
    await press(card, 'Put back');
    await says(card, 'Put back.');

    const deleted = await page.show('delete_record', { kind: 'meal', id });
    await deleted.getByText('This record is deleted.').waitFor();
    await change('POST', `/records/${id}/restore`, {});
    await change('PATCH', `/meals/${id}`, { items: [{ id: 'i1', name: 'Trout' }] });
    await press(deleted, 'Put back');
    await says(deleted, /changed somewhere else/);
    await deleted.getByText('Trout').first().waitFor();
    expect((await stored())[0].version).toBe(6);

    await onDatabase(async (db) => {
      await db.collection<{ _id: string }>('meals').deleteOne({ _id: id });
      await db.collection('versions').deleteMany({ record_id: id });
    });
    await page.page.clock.fastForward(11 * 60_000);
    await press(deleted, 'Half');
    await says(deleted, /not there any more/);
    await deleted.getByText('This record is not there any more.').waitFor();
    expect(await deleted.getByRole('button').count()).toBe(0);
  });

  proves(['C15.old', 'H34'], 'changes nothing after it said that no answer came', async () => {
    const page = await open();
    const { card } = await showLater(page);
    await page.set('calls', 'held');
    await press(card, 'Double');
    await says(card, 'Reading …');
    await page.page.clock.fastForward(20_000);
    await says(card, 'No answer came. What you see was read earlier.');
    await page.set('calls', 'normal');
    await page.page.getByRole('button', { name: 'Answer what is held' }).click();
    await page.page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect([await namesOf(), (await stored())[0].version]).toEqual([['get_day'], 1]);
    await press(card, 'Try again');
    await says(card, 'Saved.');
    expect((await stored())[0].totals.kcal).toBe(800);
  });

  proves(['H34', 'C15.looks'], 'a host that writes null for what it leaves out is understood', async () => {
    const { page } = await open();
    const { body: logged } = await callTool('log_meal', MEAL, { token: token() });
    const { body: read } = await send(
      { method: 'resources/read', params: { uri: 'ui://diary/record' } },
      { token: token() },
    );
    const host = await page.context().newPage();
    await host.setContent(hostOfNulls(read.result.contents[0].text, logged.result));
    const card = host.frameLocator('iframe');
    await card.getByRole('heading', { name: /Almuerzo/ }).waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
  });
});
