import type { Language } from '../../contract/fields.ts';

/** What happened, and what the person can do. */
type Words = readonly [title: string, advice: string];

const en = {
  400: [
    'That did not work',
    'Something in the address or the form was not as it should be. Please go back and try again.',
  ],
  401: ['You are signed out', 'Nothing was changed. Please sign in again and repeat what you did.'],
  403: [
    'This form could not be accepted',
    'It did not come from one of our own pages, or the page had been open for too long. Please open the page again and repeat what you did.',
  ],
  404: [
    'There is nothing here',
    'Perhaps it was deleted, or the address is not complete: long links sometimes break in an e-mail. If so, please copy all of it.',
  ],
  405: [
    'This address cannot be opened',
    'It is there for forms and programs. If it is the one for your assistant, add it in the assistant’s settings, as a connector or server.',
  ],
  410: [
    'This is no longer here',
    'It was here once, and has been withdrawn or has expired. If somebody gave you the link, ask them for a new one.',
  ],
  429: ['Too many tries', 'Please wait a while, at most an hour, then try again.'],
  500: ['Something went wrong on our side', 'We have noted it. Please try again in a moment.'],
  503: [
    'We will be back in a moment',
    'Part of the service is down. What is already recorded is safe. Please try again shortly.',
  ],
  504: ['That took too long', 'Part of the service did not answer in time. Please try again in a moment.'],
} satisfies Record<number, Words>;

type ErrorWords = Record<keyof typeof en, Words>;

const es: ErrorWords = {
  400: [
    'Eso no ha funcionado',
    'Algo en la dirección o en el formulario no era como debía. Vuelve atrás e inténtalo otra vez.',
  ],
  401: ['Tu sesión ha terminado', 'No se ha cambiado nada. Entra otra vez y repite lo que hiciste.'],
  403: [
    'No se ha podido aceptar este formulario',
    'No venía de una de nuestras páginas, o la página llevaba demasiado tiempo abierta. Ábrela de nuevo y repite lo que hiciste.',
  ],
  404: [
    'Aquí no hay nada',
    'Quizá se borró, o la dirección está incompleta: los enlaces largos a veces se cortan en un correo. En ese caso, cópiala entera.',
  ],
  405: [
    'Esta dirección no se puede abrir',
    'La usan formularios y programas. Si es la de tu asistente, añádela en los ajustes de este, como conector o servidor.',
  ],
  410: [
    'Esto ya no está aquí',
    'Estuvo aquí, pero se ha retirado o ha caducado. Si alguien te dio el enlace, pídele otro.',
  ],
  429: ['Han sido demasiadas veces seguidas', 'Espera un rato, como mucho una hora, e inténtalo otra vez.'],
  500: ['Algo ha fallado por nuestra parte', 'Ha quedado anotado. Inténtalo de nuevo en un momento.'],
  503: [
    'Volvemos en un momento',
    'Una parte del servicio no está disponible. Lo que ya está registrado está a salvo. Inténtalo de nuevo enseguida.',
  ],
  504: [
    'Ha tardado demasiado',
    'Una parte del servicio no ha respondido a tiempo. Inténtalo de nuevo en un momento.',
  ],
};

const ru: ErrorWords = {
  400: [
    'Не получилось',
    'В адресе или в форме что-то не так. Пожалуйста, вернитесь назад и попробуйте ещё раз.',
  ],
  401: ['Вы вышли из аккаунта', 'Ничего не изменилось. Пожалуйста, войдите снова и повторите.'],
  403: [
    'Форму не удалось принять',
    'Она пришла не с нашей страницы, или страница была открыта слишком долго. Откройте её заново и повторите.',
  ],
  404: [
    'Здесь ничего нет',
    'Возможно, это уже удалено или адрес неполный: длинные ссылки в письмах иногда обрываются. Тогда скопируйте его целиком.',
  ],
  405: [
    'Этот адрес нельзя открыть',
    'Он нужен формам и программам. Если это адрес для ассистента, добавьте его в настройках ассистента, как коннектор или сервер.',
  ],
  410: [
    'Этого здесь больше нет',
    'Раньше оно здесь было, но его отозвали или срок истёк. Если ссылку вам кто-то дал, попросите новую.',
  ],
  429: ['Слишком часто', 'Подождите немного, не больше часа, и попробуйте ещё раз.'],
  500: ['У нас что-то сломалось', 'Мы это записали. Попробуйте ещё раз чуть позже.'],
  503: [
    'Мы скоро вернёмся',
    'Часть сервиса сейчас недоступна. То, что уже записано, цело. Попробуйте ещё раз чуть позже.',
  ],
  504: [
    'Ответ занял слишком много времени',
    'Часть сервиса не ответила вовремя. Попробуйте ещё раз чуть позже.',
  ],
};

const WORDS: Record<Language, ErrorWords> = { en, es, ru };

/** The words for a status; one that has none of its own gets those of its kind. */
export const errorWords = (language: Language, status: number): Words => {
  const words = WORDS[language];
  if (status in words) return words[status as keyof ErrorWords];
  return words[status < 500 ? 400 : 500];
};

/** The way on from a page that was down for the moment. */
export const TRY_AGAIN: Record<Language, string> = {
  en: 'Try again',
  es: 'Intentarlo de nuevo',
  ru: 'Попробовать ещё раз',
};

/** The way back from a form that was refused. */
export const BACK: Record<Language, string> = {
  en: 'Back to the page',
  es: 'Volver a la página',
  ru: 'Вернуться на страницу',
};

/** The way on for somebody who is signed out. */
export const SIGN_IN: Record<Language, string> = { en: 'Sign in', es: 'Entrar', ru: 'Войти' };

/** Before the id of the request, which a person can quote. */
export const REQUEST_ID_LABEL: Record<Language, string> = {
  en: 'If you write to us about it, this number helps us see what happened:',
  es: 'Si nos escribes sobre esto, este número nos ayuda a encontrar lo ocurrido:',
  ru: 'Если будете писать нам об этом, этот номер поможет найти, что произошло:',
};
