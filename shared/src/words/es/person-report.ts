import type { PersonReportWords } from '../en/person-report.ts';
import { form } from './form.ts';

export const personReport: PersonReportWords = {
  assistants: 'Asistentes conectados',
  assistantsText:
    'Quién puede leer y escribir aquí. Al desconectar un asistente, pierde el acceso al instante.',
  ofEveryDiary:
    'Los asistentes tienen acceso a todos tus diarios, y los recuentos de abajo son de todos juntos.',
  newestCalls: (count) => `Los recuentos de abajo abarcan solo las últimas ${count}\u00a0acciones.`,
  notices: {
    disconnected: form.assistants.disconnected,
    deleted: 'El registro se ha borrado. Durante 30\u00a0días se puede recuperar.',
    deleted_for_good: 'El registro se ha borrado para siempre.',
    restored: 'El registro vuelve a estar como estaba.',
  },
  changes: 'Cambiado y borrado hace poco',
  changesText: 'Lo que se corrigió o borró en los últimos 30\u00a0días se puede recuperar.',
  putBack: 'Recuperar',
  gone: 'Ese diario ya no existe. Este es tu diario predeterminado.',
};
