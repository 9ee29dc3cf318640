import type { DeleteRecordWords } from '../en/delete-record.ts';

export const deleteRecord: DeleteRecordWords = {
  titles: {
    meal: 'Удалить этот приём пищи?',
    activity: 'Удалить активность за этот день?',
    sleep: 'Удалить запись о сне за ту ночь?',
    wellbeing: 'Удалить эту заметку?',
  },
  lead: 'Запись исчезнет из дневника и из всех отчётов. В течение 30\u00a0дней её можно будет вернуть.',
  diary: 'Дневник',
  day: 'День',
  foods: 'Продукты',
  words: 'Вашими словами',
  workouts: 'Тренировки',
  bedtime: 'Отход ко сну',
  wake_time: 'Пробуждение',
  sentBy: 'Отправитель',
  confirm: 'Удалить',
  keep: 'Оставить',
};
