import type { PersonReportWords } from '../en/person-report.ts';
import { form } from './form.ts';

export const personReport: PersonReportWords = {
  assistants: 'Подключённые ассистенты',
  assistantsText: 'Кто может читать и писать здесь. Отключённый ассистент сразу теряет доступ.',
  ofEveryDiary: 'Ассистентам доступны все ваши дневники, и числа ниже — по всем дневникам вместе.',
  newestCalls: (count) => `Числа ниже охватывают только последние ${count}\u00a0действий.`,
  notices: {
    disconnected: form.assistants.disconnected,
    deleted: 'Запись удалена. В течение 30\u00a0дней её можно вернуть.',
    deleted_for_good: 'Запись удалена навсегда.',
    restored: 'Запись возвращена к прежнему виду.',
  },
  changes: 'Недавно изменено и удалено',
  changesText: 'То, что исправили или удалили за последние 30\u00a0дней, можно вернуть.',
  putBack: 'Вернуть',
  gone: 'Того дневника больше нет. Это ваш основной дневник.',
};
