import type { Language } from 'shared/contract/fields.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from 'shared/contract/languages.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { LOCALES, type Locale } from 'shared/pages/figures/locale.ts';
import { cardWordsIn } from 'shared/words/card-words.ts';
import { createHost, type HostCapabilities, type HostContext } from './host.ts';
import { type Outcome, type Refusal, readOutcome } from './outcome.ts';
import { takeOn } from './theme.ts';

type CardWords = ReturnType<typeof cardWordsIn>;

/** A button beside what a card says of the last call: undo, try again. */
type Way = { label: string; act: () => void };

/** What a card says below what it shows. */
export type Said = { text: string; ways?: readonly Way[] };

/** A call of a tool that the person asked for. */
type Task = {
  tool: string;
  args: object;
  writes: boolean;
  /** Whether it takes an idempotency key, as all that changes a record does: the same for each attempt (`C15.change`). */
  keyed?: boolean;
  /** Takes the answer in, and says what came of it; nothing is said where that is undefined. It may be given the same answer twice. */
  take: (data: unknown) => Said | undefined | Promise<Said | undefined>;
  /** What is said of a refusal that means something to this task; undefined leaves it to the frame. */
  refused?: (refusal: Refusal) => Promise<Said | undefined>;
};

/** The button that the person pressed, and the fields beside it, by their names, in the group that is marked `data-entries`. */
export type Pressed = { data: DOMStringMap; entries: Record<string, string>; button: HTMLElement };

/** A view: what it makes of a result, what it shows of it, and what can be done there, by the `data-act` of a button. */
export type View = {
  take: (data: object, input: object) => void;
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
  /** The outcome of a call that the card makes on its own, within another: to read what is stored by now. */
  read: (tool: string, args: object) => Promise<Outcome>;
  /** Tells the model what is stored now of what this card changed; false where the host does not take it. */
  tellModel: (id: string, stored: object) => Promise<boolean>;
  openLink: (url: string) => void;
};

/** Milliseconds until the card says that it still waits, and until it takes an answer for lost: the host may be asking the person. */
const SLOW_MS = 4_000;
const LOST_MS = 20_000;

/** Refusals after which the same call may be made again as it was. */
const WORTH_A_RETRY = ['unavailable', 'rate_limited', 'timeout', 'idempotency_in_progress'];
/** Refusals that leave open whether the call was carried out. */
const OPEN = ['timeout', 'idempotency_in_progress'];

/** Hidden from the model's context: it is long, and says nothing new. */
const UNTOLD = ['coverage', 'created_at', 'updated_at', 'client_name', 'notices'];

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const languageOf = (tag: string | undefined): Language => {
  const code = tag?.toLowerCase().split('-')[0] ?? '';
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
  let input: object = {};
  /** What is shown in place of a result. */
  let instead: ((words: CardWords) => Html) | undefined = ({ cards }) =>
    html`<p class="muted">${cards.waiting}</p>`;
  let taken: string | undefined;
  let said: Said | undefined;
  /** The number of the last task, and whether it is under way. */
  let turn = 0;
  let busy = false;
  const told = new Map<string, object>();

  const words = (): CardWords => cardWordsIn(language);

  const draw = (): void => {
    const focused = document.activeElement?.id;
    document.documentElement.lang = language;
    shown.innerHTML = (instead ? instead(words()) : view.show()).markup;
    shown.ariaBusy = String(busy);
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

  const say = (next: Said): void => {
    said = next;
    draw();
  };

  const call = (tool: string, args: object): Promise<Outcome> =>
    host.callTool(tool, args).then(readOutcome, (): Outcome => ({ is: 'nothing' }));

  const perform = async (task: Task): Promise<void> => {
    if (busy) return;
    const args = task.keyed ? { ...task.args, idempotency_key: newKey() } : task.args;
    await attempt(task, args);
  };

  const attempt = async (task: Task, args: object): Promise<void> => {
    turn += 1;
    const mine = turn;
    busy = true;
    say({ text: task.writes ? words().cards.saving : words().cards.reading });
    const retry = { label: words().cards.tryAgain, act: () => void attempt(task, args) };
    /** An answer that comes after it was taken for lost is taken in as well; only what is said belongs to the last task. */
    const end = async (outcome: Outcome): Promise<void> => {
      clearTimeout(slow);
      clearTimeout(lost);
      const next = await sayingOf(task, outcome, retry);
      if (turn !== mine) return draw();
      busy = false;
      said = next;
      draw();
    };
    const slow = setTimeout(() => turn === mine && say({ text: words().cards.slow }), SLOW_MS);
    const lost = setTimeout(() => void end({ is: 'nothing' }), LOST_MS);
    await call(task.tool, args).then(end);
  };

  const sayingOf = async (task: Task, outcome: Outcome, retry: Way): Promise<Said | undefined> => {
    const { cards } = words();
    const open = { text: task.writes ? cards.unanswered : cards.unread, ways: [retry] };
    if (outcome.is === 'answer') return task.take(outcome.data);
    if (outcome.is === 'nothing') return open;
    const { code, detail } = outcome.refusal;
    // Without a code it is the application that speaks: whether the diary was asked is not known.
    if (code === undefined || OPEN.includes(code)) return open;
    const own = await task.refused?.(outcome.refusal);
    if (own) return own;
    const reason = Object.hasOwn(cards.reasons, code)
      ? cards.reasons[code as keyof typeof cards.reasons]
      : detail;
    return { text: `${cards.notSaved} ${reason}`, ways: WORTH_A_RETRY.includes(code) ? [retry] : [] };
  };

  const tellModel = async (id: string, stored: object): Promise<boolean> => {
    told.set(id, stored);
    const records = [...told.values()];
    const compact = JSON.stringify(records, (key, value) =>
      value === null || UNTOLD.includes(key) ? undefined : value,
    );
    const text = `The person changed this in the diary's card. It is what is stored now; earlier figures of it in this conversation are out of date: ${compact}`;
    return host.updateModelContext(text, { records: JSON.parse(compact) }).then(
      () => true,
      () => false,
    );
  };

  const take = (result: unknown): void => {
    const outcome = readOutcome(result);
    // Some hosts send it again, when the person may have changed what it says.
    const written = JSON.stringify(outcome);
    if (written === taken) return;
    taken = written;
    if (outcome.is === 'answer') {
      view.take(outcome.data as object, input);
      instead = undefined;
    } else if (instead) {
      // What was shown before a second result that says nothing stays.
      const refusal = outcome.is === 'refusal' && outcome.refusal;
      instead = ({ cards }) =>
        refusal
          ? html`<p>${cards.refused}</p><p class="words" lang="en">${refusal.detail}</p>`
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
    'ui/notifications/tool-input': (params) => {
      input = Object(Object(params).arguments);
    },
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

  const frame: Frame = {
    locale: () => LOCALES[language],
    words,
    can: (capability) => capabilities[capability] !== undefined,
    siteUrl,
    draw,
    say,
    perform,
    read: call,
    tellModel,
    openLink: (url) => void host.openLink(url).catch(() => {}),
  };
  const view = createView(frame);

  const press = (button: HTMLElement | null | undefined): void => {
    if (!button || busy) return;
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
  host.initialize().then(({ hostCapabilities = {}, hostContext = {} }) => {
    capabilities = hostCapabilities;
    merge(hostContext);
    draw();
  }, draw);
};
