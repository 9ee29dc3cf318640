import type { Language } from 'shared/contract/fields.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from 'shared/contract/languages.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { LOCALES, type Locale } from 'shared/pages/figures/locale.ts';
import { cardWordsIn } from 'shared/words/card-words.ts';
import { createHost, type HostCapabilities, type HostContext } from './host.ts';
import { leavesOpen, type Outcome, readOutcome } from './outcome.ts';
import { createTasks, type Said, SLOW_MS, type Task, Unread } from './tasks.ts';
import { takeOn } from './theme.ts';

type CardWords = ReturnType<typeof cardWordsIn>;

/** The button that the person pressed, and the fields beside it, by their names, in the group that is marked `data-entries`. */
export type Pressed = { data: DOMStringMap; entries: Record<string, string>; button: HTMLElement };

/** A view: what it makes of a result, what it shows of it, and what can be done there, by the `data-act` of a button. */
export type View = {
  take: (data: object) => void;
  show: () => Html;
  acts: Record<string, (pressed: Pressed) => void>;
};

export type Frame = {
  locale: () => Locale;
  words: () => CardWords;
  /** Whether the host offers it: what it does not is not shown (`C15.looks`). */
  can: (capability: keyof HostCapabilities) => boolean;
  /** Where the site is; a card opens nothing else. */
  siteUrl: string;
  draw: () => void;
  say: (said: Said) => void;
  perform: (task: Task) => Promise<void>;
  /** What a call answers that the card makes on its own, within another: to read what is stored by now. Throws `Unread`. */
  read: (tool: string, args: object) => Promise<unknown>;
  /** Tells the model what is stored now of what this card changed; false where the host does not take it, or does not say so. */
  tellModel: (id: string, stored: object) => Promise<boolean>;
  openLink: (url: string) => void;
};

/** Hidden from the model's context: it is long, and says nothing new. */
const UNTOLD = ['coverage', 'created_at', 'updated_at', 'client_name', 'notices'];

/** Some write `es_ES` for `es-ES`. */
const languageOf = (tag: string): Language => {
  const code = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(LANGUAGES, code) ? (code as Language) : DEFAULT_LANGUAGE;
};

const entriesBeside = (button: HTMLElement): Record<string, string> => {
  const fields = button.closest('[data-entries]')?.querySelectorAll('input') ?? [];
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value.trim()]));
};

const find = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Starts a view in the document that it was served in. */
export const startView = (createView: (frame: Frame) => View): void => {
  const [shown, status, ways] = ['shown', 'status', 'ways'].map(find) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const siteUrl = document.documentElement.dataset.site ?? '';
  let context: HostContext = {};
  let capabilities: HostCapabilities = {};
  let language = languageOf(navigator.language);
  /** What is shown in place of a result. */
  let instead: ((words: CardWords) => Html) | undefined = ({ cards }) =>
    html`<p class="muted">${cards.waiting}</p>`;
  let taken: string | undefined;
  let said: Said | undefined;
  const told = new Map<string, object>();

  const words = (): CardWords => cardWordsIn(language);

  const draw = (): void => {
    const focused = document.activeElement?.id;
    document.documentElement.lang = language;
    shown.innerHTML = (instead ? instead(words()) : view.show()).markup;
    shown.ariaBusy = String(tasks.isBusy());
    ways.innerHTML =
      html`${(said?.ways ?? []).map(({ label }, index) => html`<button type="button" class="secondary" id="way-${index}" data-way="${index}">${label}</button>`)}`.markup;
    // A region that screen readers watch: it stays, and its text changes.
    if (status.textContent !== (said?.text ?? '')) status.textContent = said?.text ?? '';
    letScroll();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };
  /** A plot that finds no room scrolls in its frame: by keyboard, too. */
  const letScroll = (): void => {
    for (const drawing of shown.querySelectorAll<HTMLElement>('.drawing'))
      drawing.tabIndex = drawing.scrollWidth > drawing.clientWidth ? 0 : -1;
  };

  const say = (next: Said | undefined): void => {
    said = next;
    draw();
  };

  const call = (tool: string, args: object): Promise<Outcome> =>
    host.callTool(tool, args).then(readOutcome, (): Outcome => ({ is: 'nothing' }));

  const read = async (tool: string, args: object): Promise<unknown> => {
    const outcome = await call(tool, args);
    if (outcome.is !== 'answer') throw new Unread(outcome);
    return outcome.data;
  };

  const tellModel = async (id: string, stored: object): Promise<boolean> => {
    told.set(id, stored);
    const records = [...told.values()];
    const compact = JSON.stringify(records, (key, value) =>
      value === null || UNTOLD.includes(key) ? undefined : value,
    );
    const text = `The person changed this in the diary's card. It is what is stored now; earlier figures of it in this conversation are out of date: ${compact}`;
    const isTaken = host.updateModelContext(text, { records: JSON.parse(compact) }).then(
      () => true,
      () => false,
    );
    // What is stored is said all the same where a host never answers to this.
    return Promise.race([isTaken, new Promise<false>((resolve) => setTimeout(resolve, SLOW_MS, false))]);
  };

  /** Whether the view makes something of it: a host may hand over what no tool of the diary answers. */
  const canShow = (data: object): boolean => {
    try {
      view.take(data);
      return view.show().markup.trim() !== '';
    } catch {
      return false;
    }
  };

  const take = (result: unknown): void => {
    const outcome = readOutcome(result);
    // Some hosts send it again, when the person may have changed what it says.
    const written = JSON.stringify(outcome);
    if (written === taken) return;
    taken = written;
    if (outcome.is === 'answer' && canShow(outcome.data as object)) instead = undefined;
    else if (instead) {
      // What was shown before a second result that says nothing stays.
      const refusal = outcome.is === 'refusal' && outcome.refusal;
      instead = ({ cards }) =>
        refusal
          ? html`<p>${leavesOpen(refusal) ? cards.cancelled : cards.refused}</p><p class="words" lang="en">${refusal.detail}</p>`
          : html`<p>${cards.unreadable}</p>`;
    }
    draw();
  };

  const merge = (more: HostContext): void => {
    context = { ...context, ...more };
    language = languageOf(context.locale ?? navigator.language);
    takeOn(context);
  };

  const host = createHost({
    'ui/notifications/tool-result': take,
    'ui/notifications/tool-cancelled': () => {
      if (instead) instead = ({ cards }) => html`<p>${cards.cancelled}</p>`;
      draw();
    },
    'ui/notifications/host-context-changed': (params) => {
      merge(Object(params));
      draw();
    },
  });

  const tasks = createTasks({ words, call, say, draw });
  const frame: Frame = {
    locale: () => LOCALES[language],
    words,
    can: (capability) => Boolean(capabilities[capability]),
    siteUrl,
    draw,
    say,
    perform: tasks.perform,
    read,
    tellModel,
    openLink: (url) => void host.openLink(url).catch(() => {}),
  };
  const view = createView(frame);

  const press = (button: HTMLElement | null | undefined): void => {
    if (!button || tasks.isBusy()) return;
    const { act, way } = button.dataset;
    if (way !== undefined) said?.ways?.[Number(way)]?.act();
    else if (act) view.acts[act]?.({ data: button.dataset, entries: entriesBeside(button), button });
  };
  document.addEventListener('click', ({ target }) =>
    press((target as Element).closest<HTMLElement>('[data-act], [data-way]')),
  );
  // Not a form: a sandbox without `allow-forms` sends none, and says nothing of it.
  document.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target instanceof HTMLInputElement)
      press(target.closest('[data-entries]')?.querySelector<HTMLElement>('[data-act]'));
  });

  let size = '';
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    const next = `${window.innerWidth}x${height}`;
    if (next !== size) host.sizeChanged(window.innerWidth, height);
    size = next;
    letScroll();
  }).observe(document.body);

  draw();
  host.initialize().then(({ hostCapabilities, hostContext }) => {
    capabilities = hostCapabilities ?? {};
    merge(hostContext ?? {});
    draw();
  }, draw);
};
