/** A generator of clients: what is installed, how it is called, and a program that uses what it writes. */
export type Generator = {
  name: string;
  packages: readonly string[];
  /** Its program and arguments; it finds `openapi.json` in its folder and writes `generated.ts` or `generated/`. */
  command: readonly [string, ...string[]];
  /** Further files of its folder, by name. */
  files?: Record<string, string>;
  /** Records the meal as `logged` and reads its day as `day`. Indented: an import at the left is taken for one of this file. */
  program: string;
};

/** What each program needs: the arguments that it is called with, what it records, and what it tells. */
export const SCENARIO = `
declare const process: { argv: string[] };
export const [base = '', token = ''] = process.argv.slice(2);
export const authorization = \`Bearer \${token}\`;
export const meal = {
  meal_type: 'lunch' as const,
  items: [{ name: 'Lentil soup', kcal: 310, protein_g: 18, carbs_g: 45, fat_g: 6.5 }],
};
type Day = { meals: { id: string; notes: string | null }[]; totals: { kcal: number; fiber_g: number | null } | null };
export const tell = (logged: { id: string; meal_type: string }, day: Day): void =>
  console.log(JSON.stringify({ logged, day }));
`;

const IMPORT = "import { authorization, base, meal, tell, token } from './scenario';";
/** An object that may be null keeps its null: some generators lose it. */
const KEEPS_NULL = 'null satisfies typeof day.totals;';

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: ['openapi-typescript', 'openapi.json', '--output', 'generated.ts'],
    program: `
      import createClient from 'openapi-fetch';
      import type { paths } from './generated';
      const client = createClient<paths>({ baseUrl: base, headers: { authorization } });
      const { data: logged, error } = await client.POST('/meals', { body: meal });
      if (!logged) throw new Error(JSON.stringify(error));
      const { data: day } = await client.GET('/days/{day}', { params: { path: { day: logged.day } } });
      if (!day) throw new Error('no day');
    `,
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'],
    command: ['oazapfts', 'openapi.json', 'generated.ts'],
    program: `
      import { ok } from '@oazapfts/runtime';
      import { defaults, getDay, logMeal } from './generated';
      Object.assign(defaults, { baseUrl: base, headers: { authorization } });
      const logged = await ok(logMeal(meal));
      const day = await ok(getDay(logged.day));
    `,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
    command: ['openapi-ts', '--input', 'openapi.json', '--output', 'generated'],
    program: `
      import { getDay, logMeal } from './generated';
      import { client } from './generated/client.gen';
      client.setConfig({ baseUrl: base, auth: () => token });
      const { data: logged } = await logMeal({ body: meal, throwOnError: true });
      const { data: day } = await getDay({ path: { day: logged.day }, throwOnError: true });
    `,
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    command: [
      'swagger-typescript-api',
      'generate',
      '--path',
      'openapi.json',
      '--output',
      '.',
      '--name',
      'generated.ts',
    ],
    program: `
      import { Api } from './generated';
      const { meals, days } = new Api({ baseUrl: base, baseApiParams: { headers: { authorization } } });
      const { data: logged } = await meals.logMeal(meal);
      const { data: day } = await days.getDay(logged.day);
    `,
  },
  {
    name: 'orval',
    packages: ['orval@8.38.0'],
    command: ['orval', '--config', 'orval.config.mjs'],
    files: {
      'orval.config.mjs': `export default {
  diary: {
    input: './openapi.json',
    output: { target: './generated.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
};
`,
    },
    program: `
      import { getDay, logMeal } from './generated';
      const options = { headers: { authorization } };
      const answer = await logMeal(meal, options);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer));
      const logged = answer.data;
      const read = await getDay(logged.day, {}, options);
      if (read.status !== 200) throw new Error(JSON.stringify(read));
      const day = read.data;
    `,
  },
];

/** The whole of a generator's program. */
export const programOf = ({ program }: Generator): string =>
  `${IMPORT}${program}${KEEPS_NULL}\ntell(logged, day);\n`;
