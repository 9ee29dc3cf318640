import type { DeleteRecordWords } from '../en/delete-record.ts';

export const deleteRecord: DeleteRecordWords = {
  titles: {
    meal: '¿Borrar esta comida?',
    activity: '¿Borrar la actividad de este día?',
    sleep: '¿Borrar el registro de sueño de esa noche?',
    wellbeing: '¿Borrar esta nota?',
  },
  lead: 'Desaparecerá de tu diario y de todos los informes. Durante 30\u00a0días podrás recuperarlo.',
  diary: 'Diario',
  day: 'Día',
  foods: 'Alimentos',
  words: 'Con tus palabras',
  workouts: 'Entrenamientos',
  bedtime: 'Hora de acostarse',
  wake_time: 'Hora de despertar',
  sentBy: 'Enviado por',
  confirm: 'Borrar',
  keep: 'Conservar',
};
