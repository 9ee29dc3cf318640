import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from './recorded-call.ts';

/** A stretch of network between two parts, on loopback. */
export type FaultyLink = {
  port: number;
  /** Breaks every connection, and each new one, while `work` runs. Returns how many it broke. */
  whileCut: (work: () => Promise<void>) => Promise<number>;
  /** Lets nothing pass while `work` runs, as if packets were lost, and then all of it. Returns how many pieces it held. */
  whileSilent: (work: () => Promise<void>) => Promise<number>;
  /** Holds each piece for so many ms while `work` runs. Returns how many. */
  whileSlow: (ms: number, work: () => Promise<void>) => Promise<number>;
  close: () => void;
};

/** Listens for the callers of a part, and passes on what both send. */
export const startFaultyLink = async (partPort: number): Promise<FaultyLink> => {
  const sockets = new Set<Socket>();
  let isCut = false;
  let silence: Promise<void> | undefined;
  let delayMs = 0;
  /** What the fault at work has met. */
  let met = 0;

  /** Passes on what one side sends, in order, each piece when it is due. */
  const pass = async (from: Socket, to: Socket): Promise<void> => {
    const pieces: { bytes: Buffer; due: number }[] = [];
    let arrived = Promise.withResolvers<void>();
    from.on('data', (bytes) => {
      if (silence || delayMs > 0) met += 1;
      pieces.push({ bytes, due: now() + delayMs });
      arrived.resolve();
    });
    from.once('close', () => arrived.resolve());
    while (!from.destroyed) {
      await arrived.promise;
      arrived = Promise.withResolvers();
      for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
        await silence;
        const early = piece.due - now();
        if (early > 1) await sleep(early);
        to.write(piece.bytes);
      }
    }
    to.end();
  };

  const server = createServer((caller) => {
    if (isCut) {
      met += 1;
      return caller.resetAndDestroy();
    }
    const part = connect(partPort, '127.0.0.1');
    for (const [one, other] of [
      [caller, part],
      [part, caller],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true).on('error', () => other.destroy());
      one.once('close', () => sockets.delete(one));
      void pass(one, other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const counted = async (begin: () => void, work: () => Promise<void>, end: () => void): Promise<number> => {
    met = 0;
    begin();
    await work().finally(end);
    return met;
  };
  const breakAll = () => {
    met += sockets.size / 2;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    whileCut: (work) =>
      counted(
        () => {
          isCut = true;
          breakAll();
        },
        work,
        () => {
          isCut = false;
        },
      ),
    whileSilent: (work) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      return counted(
        () => {
          silence = promise;
        },
        work,
        () => {
          silence = undefined;
          resolve();
        },
      );
    },
    whileSlow: (ms, work) =>
      counted(
        () => {
          delayMs = ms;
        },
        work,
        () => {
          delayMs = 0;
        },
      ),
    close: () => {
      server.close();
      breakAll();
    },
  };
};
