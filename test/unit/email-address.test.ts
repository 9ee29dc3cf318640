import { describe, expect, test } from '@jest/globals';
import { email, emailKey } from 'shared/contract/email-address.ts';
import { proves } from '../support/proves.ts';

const isAddress = (text: string): boolean => email.safeParse(text).success;

describe('an address', () => {
  proves(['C4.idn', 'S5.one_account'], 'is compared as A-labels, in any case, composed', () => {
    const key = 'anna@xn--80a1acny.xn--p1ai';
    for (const written of [
      'anna@почта.рф',
      'Anna@ПОЧТА.рф',
      'anna@почта。рф',
      'anna@xn--80a1acny.xn--p1ai',
      'ANNA@XN--80A1ACNY.XN--P1AI',
      'anna@почта.XN--p1ai',
    ])
      expect([written, isAddress(written), emailKey(written)]).toEqual([written, true, key]);
    expect(emailKey('Jose\u0301@example.org')).toBe(emailKey('josé@EXAMPLE.org'));
  });

  test('as an earlier release stored it has the key that it had, also where it could be none today', () => {
    for (const stored of ['Ana.B+c@Example.org', 'ana@xn--.com', 'ana@a--b.co-.uk', "o'x@1.2.example", ''])
      expect(emailKey(stored)).toBe(stored.toLowerCase());
  });

  proves(['C4.idn'], 'has no label that mixes scripts, in Unicode or as A-labels', () => {
    for (const mixed of [
      'ana@pаypal.com',
      'ana@xn--pypal-4ve.com',
      'ana@почтa.рф',
      'ana@ехаmple.org',
      'ana@日本abc.jp',
    ])
      expect([mixed, email.safeParse(mixed).error?.issues[0]?.message]).toEqual([
        mixed,
        expect.stringContaining('several scripts'),
      ]);
    for (const one of [
      'ana@почта.com',
      'ana@почта-24.рф',
      'ana@日本かな.jp',
      'ana@삼성.한국',
      'ana@γειά.ελ',
      'ana@भारत.भारत',
    ])
      expect([one, isAddress(one)]).toEqual([one, true]);
  });

  proves(
    ['C4.idn', 'S4.connect_input', 'H16'],
    'holds nothing that cannot be seen, and no more than one domain',
    () => {
      for (const text of [
        'ana@exa\u00admple.com',
        'ana@b%2ecc.cc',
        'ana@xn--.com',
        'ana@xn--a.com',
        // ПОЧТА, in capitals.
        'ana@xn--c0a1acny.xn--p1ai',
        'ana@пример.р',
        'ana@xn--e1afmkfd.xn--h1a',
        'a\u3164@b.cc',
        'a\u202eb@b.cc',
        'анна @почта.рф',
        'ana@почта.рф, eve@evil.example',
        'ana@почта.рф\r\nBcc: eve@evil.example',
        `${'a'.repeat(235)}@почта.рф`,
      ])
        expect([text, isAddress(text)]).toEqual([text, false]);
      expect(isAddress('анна.петрова+дневник@почта.рф')).toBe(true);
    },
  );
});
