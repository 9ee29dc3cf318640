import type { Scope } from '../contract/scopes.ts';

/** An icon as MCP shows it (2025-11-25): a drawing in itself, so that nothing is fetched for it. */
type Icon = { src: string };

/** On 8 by 8 units, in few bytes (a comma where a space would be three; what is filled needs no end): each tool bears one in every list. */
const icon = (path: string): Icon => ({
  src: `data:image/svg+xml,${`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0,8,8'><path d='${path}'/></svg>`.replaceAll(/[<> ]/g, encodeURIComponent)}`,
});

/** A page with lines. */
const READING = icon('M1,2h6v1H1m0,1h4v1H1');
/** A pencil. */
const WRITING = icon('M5,1l2,2-4,4H1V5');
/** A box with an arrow out of it. */
const SHARING = icon('M4,0l3,3H1M0,6h8v1H0');

const ICONS = {
  'records:read': READING,
  'reports:read': READING,
  'records:write': WRITING,
  'share:manage': SHARING,
} as const satisfies Record<Scope, Icon>;

/** The drawing of what a scope permits: reading, writing or sharing. */
export const toolIcon = (scope: Scope): Icon => ICONS[scope];

/** The server's own. */
export const SERVER_ICON = READING;
