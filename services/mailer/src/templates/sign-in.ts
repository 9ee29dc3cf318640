import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Mail } from 'shared/queues/mail.ts';
import { clockAtEnd, inMinutes } from './deadline.ts';
import type { MailContent } from './mail-parts.ts';

type SignIn = Extract<Mail, { template: 'sign_in' }>;

const en = {
  subject: 'Your link to sign in to your diary',
  asks: 'Hello! Here is the link to sign in to your diary.',
  link: 'Sign in',
  expires: (minutes: string, time: string) => `It works once, for ${minutes} (until ${time}).`,
  stranger: 'If this was not you, do nothing: without this link nobody gets in.',
};

const es: typeof en = {
  subject: 'Tu enlace para entrar en tu diario',
  asks: 'Hola: aquí tienes el enlace para entrar en tu diario.',
  link: 'Entrar',
  expires: (minutes, time) => `Funciona una sola vez, durante ${minutes} (hora límite: ${time}).`,
  stranger: '¿No has sido tú? No hagas nada: sin este enlace no entra nadie.',
};

const ru: typeof en = {
  subject: 'Ссылка для входа в ваш дневник',
  asks: 'Здравствуйте! Вот ссылка для входа в ваш дневник.',
  link: 'Войти',
  expires: (minutes, time) => `Она сработает один раз и действует ${minutes} (до ${time}).`,
  stranger: 'Это были не вы? Просто ничего не делайте: без этой ссылки никто не войдёт.',
};

const WORDS: Record<Language, typeof en> = { en, es, ru };

/** Carries a sign-in link (contract §4). */
export const signInContent = (mail: SignIn): MailContent => {
  const { language, link } = mail;
  const words = WORDS[language];
  return {
    subject: words.subject,
    blocks: [
      words.asks,
      { label: words.link, link },
      words.expires(inMinutes(language, LIMITS.signInLinkSeconds), clockAtEnd(mail)),
      words.stranger,
    ],
  };
};
