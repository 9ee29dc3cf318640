import { LIMITS } from '../../contract/limits.ts';
import type { ProfilesWords } from '../en/profiles.ts';

export const profiles: ProfilesWords = {
  title: 'Diarios',
  lead: 'Un diario guarda los registros de una persona, o para un fin concreto. Tus asistentes escriben en el diario predeterminado, salvo que les indiques otro. Abre un diario para fijar sus objetivos diarios, su zona horaria y su nombre.',
  isDefault: 'Predeterminado',
  created: 'Creado',
  fields: {
    name: 'Nombre',
    time_zone: 'Zona horaria',
    sleep_minutes: 'Sueño, minutos',
  },
  timeZoneHint:
    'Decide qué día es «hoy». Lo que ya está registrado conserva su día. Vacía el campo para ver la lista.',
  sleepHint: '8\u00a0horas son 480.',
  targets: 'Objetivos para un día',
  targetsHint:
    'Tus propias cifras, que aparecen junto a los registros en tu informe. Lo que dejes en blanco queda sin objetivo; aquí no se calcula nada por ti.',
  save: 'Guardar',
  saveBrowserZone: 'Guardar con la zona horaria de este navegador',
  makeDefault: 'Hacerlo predeterminado',
  delete: 'Borrar…',
  defaultStays: 'El diario predeterminado no se puede borrar. Elige antes otro como predeterminado.',
  add: 'Añadir un diario',
  addHint: `Para alguien de quien llevas los registros, o para guardar algo aparte. Puedes tener hasta ${LIMITS.profilesPerAccount}.`,
  addButton: 'Añadir',
  full: `Hay ${LIMITS.profilesPerAccount} diarios y no queda sitio para otro.`,
  notices: {
    added: 'El diario se ha añadido.',
    added_home_zone:
      'El diario se ha añadido. Este navegador indica una zona horaria que no conocemos, así que tiene la de tu diario predeterminado; abajo puedes elegir otra.',
    unknown_zone:
      'Tu diario ha empezado. Tu navegador indica una zona horaria que no conocemos, así que está en UTC hasta que elijas la tuya abajo.',
    saved: 'Tus cambios se han guardado.',
    default: 'El diario predeterminado ha cambiado.',
    deleted: 'El diario y todo lo registrado en él se han borrado.',
  },
  gone: 'Este diario ya no existe.',
  changed:
    'Este diario cambió mientras tanto, quizá en otra ventana. Abajo está lo que has escrito; guarda otra vez para conservarlo.',
  wrong: {
    name: 'Ponle un nombre de 1 a 60 caracteres.',
    time_zone:
      'No existe esa zona horaria. Vacía el campo para ver la lista y elige una, por ejemplo Europe/Madrid.',
    target: (max) =>
      `Escribe un número de 0 a ${max} con dos decimales como máximo y sin separar los miles, o déjalo vacío.`,
    wholeTarget: (max) => `Escribe un número entero de 0 a ${max} sin separar los miles, o déjalo vacío.`,
  },
  question: (name) => `¿Borrar «${name}»?`,
  questionText: 'Desaparece el diario y, con él, todo lo que está registrado en él. No se puede deshacer.',
  records: {
    meals: 'Comidas',
    activity: 'Días de actividad',
    sleep: 'Noches',
    wellbeing: 'Notas de bienestar',
  },
  linksToo: 'Los enlaces que comparten solo este diario ya no mostrarán nada.',
  takeFirst: 'Si quieres conservar una copia, descárgala antes.',
  confirm: 'Borrar el diario y sus registros',
  keep: 'Conservarlo',
};
