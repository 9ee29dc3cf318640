import type { Language } from 'shared/contract/fields.ts';
import { html } from 'shared/pages/figures/html.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';

const en = {
  title: 'Download everything',
  lead: 'Everything that is kept about you here for more than two days, as far back as it goes: your diaries with their targets, meals, activity, sleep and wellbeing notes, your shared links, your consents, your connected assistants and the log of what they did, and the browsers in which you are signed in.',
  json: 'As one JSON document',
  jsonText:
    'Complete, with every field that your assistant can read. For programs, for another service, for safekeeping.',
  jsonButton: 'Download JSON',
  csv: 'As tables',
  csvText:
    'A ZIP archive with a CSV file for each kind of record, for a spreadsheet. An apostrophe precedes text that a spreadsheet would run as a formula. Values are separated by commas and have a decimal point: a spreadsheet set to a language that writes 2,5 has to be told so when you import a file, or it takes such numbers for text.',
  csvButton: 'Download CSV',
  note: 'Whoever has these files can read your diary: keep them where you would keep a diary. Addresses of shared links and keys are not in them. A download that is cut off shows as failed; simply start it again.',
};

const es: typeof en = {
  title: 'Descargar todo',
  lead: 'Todo lo que se guarda de ti aquí durante más de dos días, desde el principio: tus diarios con sus objetivos, comidas, actividad, sueño y notas de bienestar, tus enlaces compartidos, tus consentimientos, tus asistentes conectados y el historial de lo que hicieron, y los navegadores en los que has entrado.',
  json: 'En un documento JSON',
  jsonText:
    'Completo, con todos los campos que tu asistente puede leer. Para programas, para otro servicio, para conservarlo.',
  jsonButton: 'Descargar JSON',
  csv: 'En tablas',
  csvText:
    'Un archivo ZIP con un archivo CSV para cada tipo de registro, para una hoja de cálculo. Delante de un texto que la hoja ejecutaría como fórmula hay un apóstrofo. Los valores van separados por comas y los decimales llevan punto: indícaselo a la hoja de cálculo al importar un archivo; si no, puede tomar esos números por texto.',
  csvButton: 'Descargar CSV',
  note: 'Quien tenga estos archivos puede leer tu diario: guárdalos como guardarías un diario. No contienen las direcciones de los enlaces compartidos ni claves. Si la descarga se corta, aparece como fallida; basta con empezarla de nuevo.',
};

const ru: typeof en = {
  title: 'Скачать всё',
  lead: 'Всё, что хранится здесь о вас дольше двух суток, с самого начала: дневники с целями, еда, активность, сон и заметки о самочувствии, ссылки на отчёты, согласия, подключённые ассистенты и журнал их действий, браузеры, в которых вы вошли.',
  json: 'Одним документом JSON',
  jsonText: 'Полностью: все поля, доступные вашему ассистенту. Для программ, для другого сервиса, про запас.',
  jsonButton: 'Скачать JSON',
  csv: 'Таблицами',
  csvText:
    'Архив ZIP, в нём по файлу CSV на каждый вид записей, для электронных таблиц. Перед текстом, который таблица приняла бы за формулу, стоит апостроф. Значения разделены запятыми, а дробная часть — точкой: укажите это таблице при импорте файла, иначе такие числа она примет за текст.',
  csvButton: 'Скачать CSV',
  note: 'С этими файлами дневник прочтёт любой: храните их так, как хранили бы дневник. Адресов ссылок и ключей в них нет. Если скачивание оборвётся, браузер покажет ошибку; просто начните заново.',
};

const WORDS: Record<Language, typeof en> = { en, es, ru };

/** `/account/download` */
export const downloadPage = (language: Language, signedIn: SignedIn): Page => {
  const words = WORDS[language];
  return {
    language,
    title: words.title,
    signedIn,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<div class="columns even">
<section class="panel"><h2>${words.json}</h2>
<p>${words.jsonText}</p>
<div class="actions"><a class="button" href="/account/download/json">${words.jsonButton}</a></div></section>
<section class="panel"><h2>${words.csv}</h2>
<p>${words.csvText}</p>
<div class="actions"><a class="button" href="/account/download/csv">${words.csvButton}</a></div></section>
</div>
<p class="muted narrow">${words.note}</p>`,
  };
};
