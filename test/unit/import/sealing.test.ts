import { expect } from '@jest/globals';
import { createKeys } from 'shared/process/keys.ts';
import { createSealing, type SealedImport } from '../../../services/diary/src/import/stored-import.ts';
import { proves } from '../../support/proves.ts';

const CONTENT = {
  file_name: 'servings.csv',
  left: ['notes.csv'],
  sample: [{ kind: 'meal', day: '2025-03-01', time: '12:00', title: 'Oats', figures: [] }],
  refused: [{ file: 'servings.csv', line: 2, text: 'Oil', why: { code: 'no_name' } }],
} as const;
const BESIDE = { _id: 'imp_1', account_id: 'acc_1', state: 'preview' };

proves(['C14.file_kept'], 'what an import tells of its file is sealed, and opened for its owner', () => {
  const { seal, open } = createSealing(createKeys(['a'.repeat(32)]));
  const sealed = seal({ ...BESIDE, ...CONTENT } as never) as SealedImport;
  expect(sealed).toMatchObject(BESIDE);
  for (const field of Object.keys(CONTENT)) expect(sealed[field as 'left']).toHaveProperty('sub_type');
  expect(open(sealed)).toEqual({ ...BESIDE, ...CONTENT });
  // A change of another field seals nothing.
  expect(seal({ next: 5 })).toEqual({ next: 5 });
  // There can be some that were not sealed.
  expect(open({ ...BESIDE, ...CONTENT } as never)).toEqual({ ...BESIDE, ...CONTENT });
  // Where its key is gone, the rest is told.
  const { open: openLater } = createSealing(createKeys(['b'.repeat(32)]));
  expect(openLater(sealed)).toEqual({ ...BESIDE, file_name: '', left: [], sample: [], refused: [] });
});
