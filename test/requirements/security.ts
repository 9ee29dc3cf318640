import type { Requirement } from '../requirements.ts';

const Z = (id: string, text: string): Requirement => ({ id: `Z.${id}`, text, source: 'security' });

export const security: Requirement[] = [
  Z('valid', 'What the description calls valid is taken, and its answer is as described.'),
  Z('fuzz', 'Whatever is sent, no answer is a fault of ours or tells of the inside, and nothing falls over.'),
  Z(
    'forged',
    'A form that did not come from our page, or not from the person who has it open, changes nothing.',
  ),
  Z(
    'wire',
    'Bytes that are no request, or two in one, are refused or cut off; no answer is taken for another.',
  ),
  Z('limits', 'Nothing that is read as a whole or written without a token grows without an end.'),
  Z('popup', 'A client that opens the sign-in in a window of its own keeps its tie to that window.'),
  Z(
    'headers',
    'Every answer forbids sniffing, framing and foreign content; on https it asks for https alone.',
  ),
  Z('pinned', 'Every dependency has one exact version, locked by its hash, and runs no script unasked.'),
  Z('licences', 'What runs in production is under licences that allow it.'),
  Z('document', 'docs/security.md answers every point of ASVS 5.0 up to level 2, by files that are there.'),
];
