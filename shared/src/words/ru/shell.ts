import type { ShellWords } from '../en/shell.ts';

export const shell: ShellWords = {
  skip: 'Перейти к содержанию',
  notYet: 'Ещё не всё',
  done: 'Готово',
  terms: 'Условия',
  privacy: 'Конфиденциальность',
  language: 'Язык',
  navigation: {
    yourPages: 'Ваши страницы',
    '/report': 'Отчёт',
    '/account/profiles': 'Дневники',
    '/account/links': 'Ссылки',
    '/clients': 'Клиенты',
    '/account/download': 'Скачать',
    '/account': 'Аккаунт',
    signOut: 'Выйти',
  },
  home: 'На главную страницу',
  contact: 'Наш адрес указан в уведомлении о конфиденциальности',
};
