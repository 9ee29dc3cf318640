import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, describe, expect, jest } from '@jest/globals';
import type { Response } from 'express';
import { MongoServerError } from 'mongodb';
import { notFound, unavailable } from 'shared/contract/problem.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { createTurns, takeTurn, turnsOfEach } from 'shared/process/take-turn.ts';
import { DUPLICATE_KEY } from 'shared/store/mongo.ts';
import { retryRaces } from 'shared/store/retry-races.ts';
import { proves } from '../support/proves.ts';

/** A response that nobody reads: it closes when destroyed. */
const unread = () => new ServerResponse(new IncomingMessage(new Socket())) as Response;

afterEach(() => void jest.useRealTimers());

describe('an account that does not read its answers', () => {
  proves(['Z.limits', 'C7.service_away'], 'gets a 503 for a fifth open request, and none later', async () => {
    const answered: string[] = [];
    const send = (name: string, response = unread()) =>
      limitConcurrency('acc_1', response, async () => void answered.push(name));
    const held = Array.from({ length: 4 }, unread);
    const four = held.map((response) => send('held', response));

    await expect(send('fifth')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    for (const response of held) response.destroy();
    await Promise.all(four);
    const response = unread();
    const next = send('next', response);
    while (!answered.includes('next')) await new Promise(setImmediate);
    response.destroy();
    await next;
    expect(answered).toEqual([...Array(4).fill('held'), 'next']);
  });

  proves(
    ['Z.limits'],
    'is cut off after a minute, also where its answer is not all made before it is read',
    async () => {
      jest.useFakeTimers();
      const response = unread();
      const held = limitConcurrency(
        'acc_3',
        response,
        () => new Promise((read) => response.once('close', read)),
      );
      await jest.advanceTimersByTimeAsync(59_000);
      expect(response.destroyed).toBe(false);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(response.destroyed).toBe(true);
      await held;
    },
  );

  proves(['Z.limits'], 'has its turn again after a minute, also where an answer never comes', async () => {
    jest.useFakeTimers();
    const never = () => new Promise<never>(() => {});
    const held = Array.from({ length: 4 }, () => limitConcurrency('acc_5', unread(), never));
    await jest.advanceTimersByTimeAsync(60_000);
    await Promise.all(held);
    const response = unread();
    await limitConcurrency('acc_5', response, async () => void response.destroy());
  });

  proves(['Z.limits'], 'has no more turns for the many others that come meanwhile', async () => {
    jest.useFakeTimers();
    const turnsOf = turnsOfEach(1);
    void takeTurn(turnsOf('acc_6'), () => new Promise(() => {}));
    for (let other = 0; other < 2000; other += 1) turnsOf(`other ${other}`);
    const second = takeTurn(turnsOf('acc_6'), async () => 'ran').catch(({ code }) => code);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await second).toBe('unavailable');
  });

  proves(['Z.limits'], 'is refused at once where a thousand of its requests wait', async () => {
    jest.useFakeTimers();
    const send = () => limitConcurrency('acc_4', unread(), async () => {});
    for (let held = 0; held < 4; held += 1) void send();
    const waiting = Array.from({ length: 1000 }, () => send().catch(({ code }) => code));
    await expect(send()).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']));
  });

  proves(['Z.limits'], 'loses no turn by requests that it gives up while they wait', async () => {
    const answered: string[] = [];
    const send = (name: string, response = unread()) =>
      limitConcurrency('acc_2', response, async () => void answered.push(name));
    const held = Array.from({ length: 4 }, unread);
    const left = Array.from({ length: 4 }, unread);
    const sending = [
      ...held.map((response) => send('held', response)),
      ...left.map((one) => send('left', one)),
    ];
    while (answered.length < 4) await new Promise(setImmediate);
    for (const response of [...left, ...held]) response.destroy();
    await Promise.all(sending);
    expect(answered).toEqual(Array(4).fill('held'));
  });
});

describe('those behind a turn', () => {
  const after = async (failure: Error) => {
    const turns = createTurns(1);
    const failing = Promise.withResolvers<never>();
    const first = takeTurn(turns, () => failing.promise);
    const behind = Array.from({ length: 3 }, () =>
      takeTurn(turns, async () => 'ran', notFound).catch(({ code }) => code),
    );
    failing.reject(failure);
    await expect(first).rejects.toBe(failure);
    return { behind: await Promise.all(behind), next: await takeTurn(turns, async () => 'ran') };
  };

  proves(
    ['C7.service_away'],
    'that found the database down are refused at once, those later are not',
    async () => {
      jest.useFakeTimers();
      expect(await after(unavailable())).toEqual({ behind: Array(3).fill('unavailable'), next: 'ran' });
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  proves(['Z.limits'], 'that was refused for another reason have their own', async () => {
    const lockTimeout = new MongoServerError({ code: 24, errorLabels: ['TransientTransactionError'] });
    for (const failure of [notFound(), lockTimeout])
      expect(await after(failure)).toEqual({ behind: Array(3).fill('ran'), next: 'ran' });
  });

  proves(['Z.limits'], 'that itself waited in vain have their own', async () => {
    jest.useFakeTimers();
    const held = createTurns(1);
    void takeTurn(held, () => new Promise(() => {}));
    const duplicate = new MongoServerError({ code: DUPLICATE_KEY });
    for (const wait of [
      () => takeTurn(held, async () => {}),
      () => retryRaces(() => Promise.reject(duplicate)),
    ]) {
      const turns = createTurns(1);
      const first = takeTurn(turns, wait).catch(({ code }) => code);
      await jest.advanceTimersByTimeAsync(2_000);
      const behind = takeTurn(turns, async () => 'ran').catch(({ code }) => code);
      await jest.advanceTimersByTimeAsync(2_500);
      expect(await Promise.all([first, behind])).toEqual(['unavailable', 'ran']);
    }
  });
});
