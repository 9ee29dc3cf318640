import { METHODS } from '../contract/methods.ts';
import { isInActions, isWrite, type Operation } from '../contract/operation.ts';
import { OPERATIONS } from '../contract/operations/operations.ts';
import type { Openapi } from './openapi.ts';

/** What ChatGPT takes of a description. */
const LONGEST_DESCRIPTION = 300;

/** Whole sentences, as many as fit. */
const shorten = (text: string): string => {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  const end = text.lastIndexOf('. ', LONGEST_DESCRIPTION - 1);
  return end < 0 ? `${text.slice(0, LONGEST_DESCRIPTION - 1)}…` : text.slice(0, end + 1);
};

/** A copy with short descriptions; a property that is called `description` is no text. */
const shortened = <T>(document: T): T =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'description' && typeof value === 'string' ? shorten(value) : value,
  );

type Components = Record<string, Record<string, unknown>>;

/** The components that a part of the document refers to, and those that they refer to. */
const usedComponents = (part: unknown, all: Components, used: Components = {}): Components => {
  for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    used[kind] ??= {};
    if (name in used[kind]) continue;
    used[kind][name] = all[kind]?.[name];
    usedComponents(used[kind][name], all, used);
  }
  return used;
};

/** Whether ChatGPT asks the person each time, without offering to ask no more: where something is overwritten, deleted or shared. */
const isConsequential = (operation: Operation): boolean =>
  isWrite(operation) && (METHODS[operation.method].destructive || operation.access === 'share:manage');

type Path = Openapi['paths'][string];

/** The operations of a path that a GPT needs, without headers, which its actions cannot send. */
const pathForActions = (path: Path) =>
  Object.fromEntries(
    Object.entries(path).flatMap(([method, described]) => {
      const operation = OPERATIONS.find(({ id }) => id === described.operationId);
      if (!operation || !isInActions(operation)) return [];
      const parameters = described.parameters.filter((parameter) => !('$ref' in parameter));
      return [[method, { ...described, parameters, 'x-openai-isConsequential': isConsequential(operation) }]];
    }),
  );

/** The selection of the description that a Custom GPT takes as its actions (`C1.actions`). */
export const toActions = ({ paths, tags, components, ...rest }: Openapi): object => {
  const selected = Object.fromEntries(
    Object.entries(paths)
      .map(([path, item]) => [path, pathForActions(item)] as const)
      .filter(([, item]) => Object.keys(item).length > 0),
  );
  const usedTags = Object.values(selected).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags));
  return shortened({
    ...rest,
    tags: tags.filter(({ name }) => usedTags.includes(name)),
    paths: selected,
    components: {
      ...usedComponents(selected, components),
      securitySchemes: { bearer: components.securitySchemes.bearer },
    },
  });
};
