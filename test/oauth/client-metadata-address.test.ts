import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import {
  isPublicAddress,
  lookUpBy,
  openPublic,
  publicOnly,
} from '../../services/auth/src/oauth/fetch-client-metadata.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';
import { authorize } from './steps.ts';

const REDIRECT_URI = 'https://client.example/callback';

/** Counts connections. */
const countVisitors = async () => {
  let visitors = 0;
  const server = createServer((socket) => {
    visitors += 1;
    socket.destroy();
  });
  return { port: await listen(server), visitors: () => visitors, close: () => server.close() };
};

describe('a client id metadata document', () => {
  proves(['H11'], 'on a private, loopback or link-local host is not fetched', async () => {
    const loopback = await countVisitors();
    for (const host of [
      'localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fe80::1]',
      '[fd00::1]',
      'x.localhost',
    ]) {
      const id = `https://${host}:${loopback.port}/client.json`;
      const { status, location, html } = await authorize({ id, redirectUri: REDIRECT_URI });
      expect([host, status, location]).toEqual([host, 400, '']);
      expect(html).toContain('invalid_client');
    }
    expect(loopback.visitors()).toBe(0);
    loopback.close();
  });

  proves(['H11'], 'must have a plain https URL', async () => {
    for (const id of [
      'http://client.example/client.json',
      'https://user@client.example/client.json',
      'https://client.example/client.json#x',
      'https://client.example/a/../client.json',
      'https://client.example/%2e%2e/client.json',
      'https:client.example',
      'ftp://client.example/client.json',
      'file:///etc/passwd',
    ]) {
      const { status, location } = await authorize({ id, redirectUri: REDIRECT_URI });
      expect([id, status, location]).toEqual([id, 400, '']);
    }
  });

  proves(['H11'], 'must be on a public address, however the address is written', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const privateV4 = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127, 224, 239, 240, 255), octet, octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
      fc.tuple(fc.constant(198), fc.integer({ min: 18, max: 19 }), octet, octet),
    );
    fc.assert(
      fc.property(privateV4, (octets) => {
        expect(isPublicAddress(octets.join('.'))).toBe(false);
        expect(isPublicAddress(`::ffff:${octets.join('.')}`)).toBe(false);
        const [a, b, c, d] = octets.map((value) => value.toString(16).padStart(2, '0'));
        expect(isPublicAddress(`64:ff9b::${a}${b}:${c}${d}`)).toBe(false);
        expect(isPublicAddress(`2002:${a}${b}:${c}${d}::1`)).toBe(false);
      }),
    );
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const privateV6 = fc.tuple(
      fc.constantFrom('fe80', 'febf', 'fc00', 'fdff', 'ff02', '0', '100', '2001:db8', '2001:0', '3fff'),
      group,
    );
    fc.assert(
      fc.property(privateV6, ([prefix, last]) => {
        expect(isPublicAddress(`${prefix}::${last}`)).toBe(false);
      }),
    );
    for (const address of ['1.1.1.1', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1', '2a00::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    for (const address of ['', 'localhost', '127.1', '1.1.1.1:80', '[::1]'])
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

describe('a name', () => {
  const PUBLIC = { address: '1.1.1.1', family: 4 };
  const PRIVATE = { address: '10.0.0.1', family: 4 };
  const connectTo = (addresses: LookupAddress[]) =>
    promisify(publicOnly((_name, _options, done) => done(null, addresses)))('client.example', { all: true });

  proves(['H11'], 'is connected to if all of its addresses are public', async () => {
    expect(await connectTo([PUBLIC, PUBLIC])).toEqual([PUBLIC, PUBLIC]);
    for (const addresses of [[], [PRIVATE], [PUBLIC, PRIVATE], [PRIVATE, PUBLIC]])
      await expect(connectTo(addresses)).rejects.toThrow('not public');
  });

  proves(
    ['H11'],
    'that leads to a private address is not connected to, and one that leads nowhere is given up',
    async () => {
      const loopback = await countVisitors();
      const url = new URL(`https://client.example:${loopback.port}/client.json`);
      const toLoopback = openPublic(url, (_name, _options, done) =>
        done(null, [{ address: '127.0.0.1', family: 4 }]),
      );
      await expect(toLoopback).rejects.toThrow('not public');
      expect(loopback.visitors()).toBe(0);
      loopback.close();
      await expect(openPublic(url, () => undefined)).rejects.toThrow(/abort/);
    },
  );
});

describe("the name of a client's host", () => {
  /** A real name server, which knows one address of `known.example` and is silent about every other name. */
  const startNameServer = async () => {
    const server = createSocket('udp4', (query, { port, address }) => {
      const question = query.subarray(12, query.indexOf(0, 12) + 5);
      const isKnown = question.includes('known');
      if (!isKnown) return;
      const isV4 = question.at(-3) === 1;
      const header = Buffer.from([0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 1, 1, 1, 1]);
      server.send(
        Buffer.concat([query.subarray(0, 2), header, question, isV4 ? answer : Buffer.of()]),
        port,
        address,
      );
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  proves(['H11', 'Z.limits'], 'holds up nobody else where its name server is silent', async () => {
    const server = await startNameServer();
    const resolver = new Resolver({ timeout: 5000, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    const find = promisify(lookUpBy(resolver));
    const silent = Array.from({ length: 12 }, (_, index) => find(`silent-${index}.example`, { all: true }));
    const failed = Promise.allSettled(silent);
    const begunAt = Date.now();
    // What the databases' drivers use.
    await Promise.race([lookup('localhost'), ...silent]);
    const known = find('known.example', { all: true });
    expect(await Promise.race([known, ...silent])).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect((await failed).map(({ status }) => status)).toEqual(Array(12).fill('rejected'));
    expect(Date.now() - begunAt).toBeLessThan(15_000);
    server.close();
  });
});
