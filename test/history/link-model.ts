import type { Model } from './linearizability.ts';

export type LinkInput =
  | { op: 'create'; key?: string }
  | { op: 'list' }
  /** Somebody opens its address. */
  | { op: 'open'; id: string }
  | { op: 'revoke'; id: string };
/** `status` is that of HTTP; `ids` are those of a list. */
export type LinkOutput = { status: number; id?: string; ids?: readonly string[] };

/** `id` is null until an answer tells it. */
type Link = { id: string | null; key?: string; isRevoked?: true };
type LinkState = readonly Link[];

/** The state in which the link at `at` has this id: none where it has another, or another link has it. */
const named = (links: LinkState, at: number, id: string): LinkState[] => {
  const own = links[at]?.id;
  if (own !== null) return own === id ? [links] : [];
  if (links.some((link) => link.id === id)) return [];
  return [links.map((link, place) => (place === at ? { ...link, id } : link))];
};

/** The states in which exactly these links work. */
const listed = (links: LinkState, ids: readonly string[]): LinkState[] => {
  if (links.some(({ id, isRevoked }) => id !== null && ids.includes(id) === (isRevoked ?? false))) return [];
  const unknown = ids.filter((id) => !links.some((link) => link.id === id));
  const states = unknown.reduce<LinkState[]>(
    (before, id) => before.flatMap((state) => [...state.keys()].flatMap((at) => named(state, at, id))),
    [links],
  );
  // One that nobody has named would have been listed.
  return states.filter((state) => state.every(({ id, isRevoked }) => id !== null || isRevoked));
};

/** The places that a link with this id can have. */
const placesOf = (links: LinkState, id: string): [LinkState, number][] =>
  [...links.keys()].flatMap((at) => named(links, at, id).map((state): [LinkState, number] => [state, at]));

/** The share links of an account: each is made once by its key, and shows nothing from its revocation on. */
export const linkModel: Model<LinkState, LinkInput, LinkOutput> = {
  initial: [],
  step: (links, input, output) => {
    switch (input.op) {
      case 'create': {
        const { key } = input;
        const at = key === undefined ? -1 : links.findIndex((link) => link.key === key);
        const after = at < 0 ? [...links, { id: null, ...(key && { key }) }] : links;
        const place = at < 0 ? links.length : at;
        return output ? named(after, place, output.id ?? '') : [after];
      }
      case 'list':
        return output ? listed(links, output.ids ?? []) : [links];
      case 'open':
        return placesOf(links, input.id).flatMap(([state, at]) =>
          !output || (output.status === 410) === (state[at]?.isRevoked ?? false) ? [state] : [],
        );
      case 'revoke':
        return placesOf(links, input.id).flatMap(([state, at]) =>
          !output || (output.status === 404) === (state[at]?.isRevoked ?? false)
            ? [state.map((link, place): Link => (place === at ? { ...link, isRevoked: true } : link))]
            : [],
        );
    }
  },
};
