import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';

/** The tools whose results each view shows (`C15.views`). */
const SHOWN_FOR: Readonly<Record<string, readonly string[]>> = {
  record: [
    'log_meal',
    'update_meal',
    'copy_meal',
    'set_activity',
    'set_sleep',
    'add_wellbeing_note',
    'update_wellbeing_note',
    'delete_record',
    'restore_record',
  ],
  day: ['get_day', 'list_meals'],
  report: ['get_report', 'list_days'],
  link: ['create_share_link', 'list_share_links', 'revoke_share_link'],
};

const ABOUT: Readonly<Record<string, { title: string; description: string }>> = {
  record: { title: 'A record', description: 'What was stored, to see and to correct.' },
  day: { title: 'A day', description: 'A day with its records, and the days beside it.' },
  report: { title: 'A report', description: 'Figures and plots of a range of days.' },
  link: { title: 'Report links', description: 'What each link shows, its address, and the way to end it.' },
};

const MIME_TYPE = 'text/html;profile=mcp-app';

/** What a server that has views is capable of (MCP Apps 2026-01-26, "Capability Negotiation"). */
export const VIEW_CAPABILITIES = { resources: {}, extensions: { 'io.modelcontextprotocol/ui': {} } };

type View = Resource & { text: string; names: readonly string[] };

const readView = (name: string, siteUrl: string): View => {
  const built = readFileSync(new URL(`views/${name}.html`, import.meta.url), 'utf8');
  const text = built.replace('data-site=""', `data-site="${siteUrl}"`);
  const path = `ui://diary/${name}`;
  // Hosts keep a view for days by its address: another content is another address (`C15.version`).
  const uri = `${path}?v=${hash('sha256', text, 'base64url').slice(0, 4)}`;
  return { uri, name, ...ABOUT[name], mimeType: MIME_TYPE, text, names: [path] };
};

export type Views = ReturnType<typeof readViews>;

/** The views that were built with this service; undefined where none were: then it has tools alone. */
export const readViews = (siteUrl: string) => {
  if (!existsSync(new URL('views/', import.meta.url))) return undefined;
  const views = Object.keys(SHOWN_FOR).map((name) => readView(name, siteUrl));
  return {
    resources: views.map(({ text, names, ...resource }): Resource => resource),
    /** The document of a view by its address, with whatever version: one of an earlier release would not fit this service. */
    read: (uri: string): ReadResourceResult | undefined => {
      const view = views.find(({ names }) => names.includes(uri.replace(/\?.*$/, '')));
      if (!view) return undefined;
      return {
        contents: [{ uri, mimeType: MIME_TYPE, text: view.text, _meta: { ui: { prefersBorder: true } } }],
      };
    },
    /** What the `_meta` of a tool says of its view (MCP Apps 2026-01-26). */
    metaOf: (tool: string): object => {
      const view = views.find(({ name }) => SHOWN_FOR[name]?.includes(tool));
      return view ? { ui: { resourceUri: view.uri } } : {};
    },
  };
};
