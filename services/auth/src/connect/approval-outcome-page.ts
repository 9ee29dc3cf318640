import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { html } from 'shared/pages/figures/html.ts';
import { actionLink, homeLink } from 'shared/pages/shell/action-link.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';

/**
 * `approved`, `denied`, `wrong_number`: what the form just did, the last at the third wrong number. `already_…`, `expired`: the
 * link was used or is past its time. `unknown`: there is no such link.
 */
export type ApprovalOutcome =
  | 'approved'
  | 'denied'
  | 'wrong_number'
  | 'already_approved'
  | 'already_denied'
  | 'already_wrong_number'
  | 'expired'
  | 'unknown';

const STATUS: Record<ApprovalOutcome, number> = {
  approved: 200,
  denied: 200,
  wrong_number: 200,
  already_approved: 410,
  already_denied: 410,
  already_wrong_number: 410,
  expired: 410,
  unknown: 404,
};

type Words = Record<ApprovalOutcome, readonly [title: string, text: string]>;

/** How long a link to connect works. */
const MINUTES = LIMITS.connectLifetimeSeconds / 60;

const en: Words = {
  approved: [
    'Approved',
    'Now go back to where you began, to your assistant or to the page that it opened: it continues there by itself. You can close this page.',
  ],
  denied: [
    'Declined',
    'Nothing was connected. If this was not you, there is nothing more to do: somebody only knew your address, and got no further.',
  ],
  wrong_number: [
    'That was not the number',
    'It was wrong three times, so this request is over and nothing was connected. If you still want to connect, begin again from your assistant.',
  ],
  already_approved: [
    'You have already approved this',
    'The link has been used and does nothing more. You can go back to your assistant.',
  ],
  already_denied: [
    'You have already declined this',
    'The link has been used and does nothing more. Nothing was connected.',
  ],
  already_wrong_number: [
    'The number was wrong three times',
    'So this request is over, and nothing was connected. If you still want to connect, begin again from your assistant.',
  ],
  expired: [
    'This link has expired',
    `A link works for ${MINUTES}\u00a0minutes, or until you start over with another address. Nothing was connected. If you still want to connect, ask your assistant to send you a new one.`,
  ],
  unknown: [
    'This link does not work',
    'Perhaps it is not complete: long links sometimes break in an e-mail. Please copy all of it, or ask your assistant to send you a new one.',
  ],
};

const es: Words = {
  approved: [
    'Aprobado',
    'Ahora vuelve a donde empezaste, a tu asistente o a la página que abrió: desde allí todo sigue solo. Puedes cerrar esta página.',
  ],
  denied: [
    'Solicitud rechazada',
    'No se ha conectado nada. Si no has sido tú, no hace falta hacer nada más: alguien conocía tu dirección y no ha pasado de ahí.',
  ],
  wrong_number: [
    'Ese no era el número',
    'Se ha dado tres veces un número equivocado, así que esta solicitud ha terminado y no se ha conectado nada. Si todavía quieres conectarte, empieza otra vez desde tu asistente.',
  ],
  already_approved: [
    'Ya habías aprobado esta solicitud',
    'El enlace ya ha cumplido su función y no cambia nada más. Puedes volver con tu asistente.',
  ],
  already_denied: [
    'Ya habías rechazado esta solicitud',
    'El enlace ya ha cumplido su función y no cambia nada más. No se conectó nada.',
  ],
  already_wrong_number: [
    'Se dio tres veces un número equivocado',
    'Por eso esta solicitud ha terminado y no se ha conectado nada. Si todavía quieres conectarte, empieza otra vez desde tu asistente.',
  ],
  expired: [
    'Este enlace ha caducado',
    `Los enlaces funcionan durante ${MINUTES}\u00a0minutos, o hasta que empieces de nuevo con otra dirección. No se ha conectado nada. Si todavía quieres conectarte, pide a tu asistente que te envíe otro.`,
  ],
  unknown: [
    'Este enlace no funciona',
    'Quizá esté incompleto: los enlaces largos a veces se cortan en un correo. Cópialo entero, o pide a tu asistente que te envíe otro.',
  ],
};

const ru: Words = {
  approved: [
    'Разрешено',
    'Теперь вернитесь туда, где начали: к ассистенту или на страницу, которую он открыл. Дальше всё пойдёт само, а эту страницу можно закрыть.',
  ],
  denied: [
    'Подключение отклонено',
    'Ничего не подключено. Если это были не вы, больше ничего делать не нужно: кто-то всего лишь знал ваш адрес и дальше не прошёл.',
  ],
  wrong_number: [
    'Это не то число',
    'Оно трижды было неверным, поэтому этот запрос закрыт и ничего не подключено. Если вы всё ещё хотите подключить ассистента, начните снова с него.',
  ],
  already_approved: [
    'Вы уже разрешили это подключение',
    'Ссылка своё дело сделала и больше ничего не меняет. Можно вернуться к ассистенту.',
  ],
  already_denied: [
    'Вы уже отказали в этом подключении',
    'Ссылка своё дело сделала и больше ничего не меняет. Ничего не подключено.',
  ],
  already_wrong_number: [
    'Число трижды было неверным',
    'Поэтому этот запрос закрыт и ничего не подключено. Если вы всё ещё хотите подключить ассистента, начните снова с него.',
  ],
  expired: [
    'Срок этой ссылки истёк',
    `Ссылка действует ${MINUTES}\u00a0минут или пока вы не начнёте заново с другим адресом. Ничего не подключено. Если вы всё ещё хотите подключить ассистента, попросите его прислать новую.`,
  ],
  unknown: [
    'Такой ссылки нет',
    'Возможно, она неполная: длинные ссылки в письмах иногда обрываются. Скопируйте её целиком или попросите ассистента прислать новую.',
  ],
};

const WORDS: Record<Language, Words> = { en, es, ru };

/** What became of an approval link: 200 for what was just decided, 410 for a link that is over, 404 for one that never was. */
export const approvalOutcomePage = (language: Language, outcome: ApprovalOutcome): Page => {
  const [title, text] = WORDS[language][outcome];
  return {
    language,
    title,
    status: STATUS[outcome],
    main: html`<h1>${title}</h1>
<p class="lead">${text}</p>
${outcome === 'approved' || outcome === 'already_approved' ? actionLink(`/report?language=${language}`, wordsIn(language).landing.toReport) : homeLink(language)}`,
  };
};
