import type { DownloadWords } from '../en/download.ts';

export const download: DownloadWords = {
  title: 'Descargar todo',
  lead: 'Todo lo que se guarda de ti aquí durante más de dos días, desde el principio: tus diarios con sus objetivos, comidas, actividad, sueño y notas de bienestar, tus enlaces compartidos, tus consentimientos, tus asistentes conectados y el historial de lo que hicieron, y los navegadores en los que has entrado.',
  json: 'En un documento JSON',
  jsonText:
    'Completo, con todos los campos que tu asistente puede leer. Para programas, para otro servicio, para conservarlo.',
  jsonButton: 'Descargar JSON',
  xlsx: 'Como hoja de cálculo',
  xlsxText:
    'Para Excel y LibreOffice: una hoja para cada tipo de registro, con números, fechas y horas como tales, sea cual sea el idioma de tu programa. Las horas son las del lugar donde se registró cada cosa. Un texto que no cabe en una celda se corta aquí, y está entero en los otros dos.',
  xlsxButton: 'Descargar hoja de cálculo',
  csv: 'En tablas',
  csvText:
    'Un archivo ZIP con un archivo CSV para cada tipo de registro, para programas. Los valores van separados por comas y los decimales llevan punto. Delante de un texto que una hoja de cálculo ejecutaría como fórmula hay un apóstrofo.',
  csvButton: 'Descargar CSV',
  note: 'Quien tenga estos archivos puede leer tu diario: guárdalos como guardarías un diario. No contienen las direcciones de los enlaces compartidos ni claves. Si la descarga se corta, aparece como fallida; basta con empezarla de nuevo.',
};
