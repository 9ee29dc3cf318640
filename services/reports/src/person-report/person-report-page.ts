import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { ConnectedAssistant } from 'shared/http/export-parts.ts';
import { formatCount } from 'shared/pages/figures/format.ts';
import { html } from 'shared/pages/figures/html.ts';
import { assistantList } from 'shared/pages/form/assistant-list.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { ReportPageData } from '../report-data/report-page-data.ts';
import { reportPage } from '../report-page/report-page.ts';

const en = {
  assistants: 'Connected assistants',
  assistantsText: 'Who may read and write here. An assistant that you disconnect loses access at once.',
  ofEveryDiary: 'Assistants reach all of your diaries, and the counts below are of all diaries together.',
  newestCalls: (count: string): string => `The counts below cover the latest ${count}\u00a0actions only.`,
  notices: {
    disconnected: wordsIn('en').form.assistants.disconnected,
    deleted: 'The record is deleted.',
  },
  gone: 'That diary is no longer there. This is your default one.',
};

const es: typeof en = {
  assistants: 'Asistentes conectados',
  assistantsText:
    'Quién puede leer y escribir aquí. Al desconectar un asistente, pierde el acceso al instante.',
  ofEveryDiary:
    'Los asistentes tienen acceso a todos tus diarios, y los recuentos de abajo son de todos juntos.',
  newestCalls: (count) => `Los recuentos de abajo abarcan solo las últimas ${count}\u00a0acciones.`,
  notices: {
    disconnected: wordsIn('es').form.assistants.disconnected,
    deleted: 'El registro se ha borrado.',
  },
  gone: 'Ese diario ya no existe. Este es tu diario predeterminado.',
};

const ru: typeof en = {
  assistants: 'Подключённые ассистенты',
  assistantsText: 'Кто может читать и писать здесь. Отключённый ассистент сразу теряет доступ.',
  ofEveryDiary: 'Ассистентам доступны все ваши дневники, и числа ниже — по всем дневникам вместе.',
  newestCalls: (count) => `Числа ниже охватывают только последние ${count}\u00a0действий.`,
  notices: {
    disconnected: wordsIn('ru').form.assistants.disconnected,
    deleted: 'Запись удалена.',
  },
  gone: 'Того дневника больше нет. Это ваш основной дневник.',
};

export const PERSON_REPORT_WORDS: Record<Language, typeof en> = { en, es, ru };

type PersonReportPageOptions = {
  language: Language;
  signedIn: SignedIn;
  data: ReportPageData;
  assistants: readonly ConnectedAssistant[];
  /** What was done a moment ago. */
  notice: keyof typeof en.notices | undefined;
  /** Whether the diary that was asked for is no longer there, and the default one is shown. */
  isGone: boolean;
};

/** The report as a link shows it, with what only the person sees: who is connected. */
export const personReportPage = ({
  language,
  signedIn,
  data,
  assistants,
  notice,
  isGone,
}: PersonReportPageOptions): Page => {
  const words = PERSON_REPORT_WORDS[language];
  const list = assistantList(language, {
    assistants,
    timeZone: data.report.time_zone,
    csrf: signedIn.csrf,
    page: '/report',
    query: data.shown,
  });
  const page = reportPage(data, language, { toBegin: assistants.length === 0 && list });
  return {
    ...page,
    done: notice !== undefined,
    signedIn,
    main: html`${notice && html`<p class="note" role="status">${words.notices[notice]}</p>`}
${isGone && html`<p class="note">${words.gone}</p>`}
${page.main}
<section class="assistants" id="assistants"><h2>${words.assistants}</h2>
<p>${words.assistantsText}${assistants.length > 0 && data.profiles.length > 1 && ` ${words.ofEveryDiary}`}</p>
${assistants.some(({ are_newest_calls }) => are_newest_calls) && html`<p class="muted">${words.newestCalls(formatCount(language, LIMITS.newestCalls))}</p>`}
${list}</section>`,
  };
};
