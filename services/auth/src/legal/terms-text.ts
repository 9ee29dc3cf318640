import type { Language } from 'shared/contract/fields.ts';
import type { LegalText } from './legal-text.ts';

type Section =
  | 'service'
  | 'advice'
  | 'estimates'
  | 'consent'
  | 'assistants'
  | 'links'
  | 'use'
  | 'availability'
  | 'changes';

const en: LegalText<Section> = {
  title: 'Terms of use',
  lead: 'In short: the diary keeps what your assistant records for you, and you decide who may write, who may read, and when it ends.',
  sections: {
    service: {
      heading: 'What the service is',
      paragraphs: [
        'It records, organises and shares what you tell your own assistant about meals, activity, sleep and wellbeing. It is meant for people who keep such a diary for themselves or together with a nutritionist or trainer.',
        'Your account is identified by your e-mail address. There is no password.',
      ],
    },
    advice: {
      heading: 'No advice',
      paragraphs: [
        'The service gives no medical, dietary or exercise advice, and makes no estimates, recommendations or judgements of its own. Nobody may present what it shows as such advice. For questions about your health, ask somebody who is qualified to answer them.',
      ],
    },
    estimates: {
      heading: 'Where the figures come from',
      paragraphs: [
        'Amounts and nutrients are estimated by your assistant, whichever it is. They can be wrong. The service adds up what it receives and shows which assistant and model each record came from.',
      ],
    },
    consent: {
      heading: 'Your consent',
      paragraphs: [
        'What you record says something about your health. It is kept only because you consent to it when you approve a connection or begin a diary; the date and the version of these terms are noted with your account.',
        'You can withdraw your consent at any time: disconnect your assistants, or delete your account with everything in it on your account page. Disconnecting stops new records; what is stored goes when you delete it, or your account. What was done before stays lawful.',
      ],
    },
    assistants: {
      heading: 'Assistants that you connect',
      paragraphs: [
        'An assistant can do what you approved and nothing else. It cannot delete your account. You can disconnect it at any time, and a connection that is not used for 180 days ends by itself.',
        'Your assistant is provided by somebody else, under their own terms. What you tell it reaches them first.',
      ],
    },
    links: {
      heading: 'Links that you share',
      paragraphs: [
        'Whoever has a link to a report can open it, without an account. You can withdraw a link at any time, and set an end date when you make it. Share it only with those who should see it.',
      ],
    },
    use: {
      heading: 'Fair use',
      paragraphs: [
        'Record only what concerns you, or somebody who has agreed to it. Do not try to reach what belongs to others or to disrupt the service. There are limits on the number of calls, so that there is room for everybody; connections that harm others may be ended.',
      ],
    },
    availability: {
      heading: 'Availability and liability',
      paragraphs: [
        'We take care that the service runs and that nothing is lost, but it can be interrupted and promises no particular result. The rights that the law gives you as a consumer are not limited by these terms.',
        'If the service were to end, this page would say so in good time, and you could take your records with you.',
      ],
    },
    changes: {
      heading: 'Changes',
      paragraphs: [
        'If these terms change, this page says so with a new date, and the next approval asks for your consent to the new version. No change widens an earlier consent.',
      ],
    },
  },
};

const es: LegalText<Section> = {
  title: 'Condiciones de uso',
  lead: 'En pocas palabras: el diario guarda lo que tu asistente registra por ti, y tú decides quién puede escribir, quién puede leer y cuándo termina.',
  sections: {
    service: {
      heading: 'Qué es el servicio',
      paragraphs: [
        'Registra, ordena y comparte lo que cuentas a tu propio asistente sobre comidas, actividad, sueño y bienestar. Está pensado para quien lleva un diario así por su cuenta o junto con su nutricionista o quien le entrena.',
        'Tu cuenta se identifica por tu dirección de correo. No hay contraseña.',
      ],
    },
    advice: {
      heading: 'Sin consejos',
      paragraphs: [
        'El servicio no da consejos médicos, dietéticos ni de ejercicio, y no hace estimaciones, recomendaciones ni juicios propios. Nadie puede presentar lo que muestra como si fueran tales consejos. Para las preguntas sobre tu salud, acude a quien esté cualificado para responderlas.',
      ],
    },
    estimates: {
      heading: 'De dónde vienen las cifras',
      paragraphs: [
        'Las cantidades y los nutrientes los estima tu asistente, sea cual sea. Pueden ser erróneos. El servicio suma lo que recibe y muestra de qué asistente y de qué modelo viene cada registro.',
      ],
    },
    consent: {
      heading: 'Tu consentimiento',
      paragraphs: [
        'Lo que registras dice algo sobre tu salud. Solo se guarda porque das tu consentimiento al aprobar una conexión o al empezar un diario; la fecha y la versión de estas condiciones se anotan en tu cuenta.',
        'Puedes retirar tu consentimiento en cualquier momento: desconecta tus asistentes, o borra tu cuenta con todo lo que contiene en la página de tu cuenta. Desconectar impide nuevos registros; lo guardado desaparece cuando lo borras, o cuando borras tu cuenta. Lo hecho antes sigue siendo lícito.',
      ],
    },
    assistants: {
      heading: 'Los asistentes que conectas',
      paragraphs: [
        'Un asistente puede hacer lo que aprobaste y nada más. No puede borrar tu cuenta. Puedes desconectarlo en cualquier momento, y una conexión que no se usa durante 180 días termina por sí sola.',
        'Tu asistente lo ofrece otra empresa o persona, con sus propias condiciones. Lo que le cuentas le llega primero a ella.',
      ],
    },
    links: {
      heading: 'Los enlaces que compartes',
      paragraphs: [
        'Quien tiene un enlace a un informe puede abrirlo, sin cuenta. Puedes retirarlo en cualquier momento y ponerle un final al crearlo. Compártelo solo con quien deba verlo.',
      ],
    },
    use: {
      heading: 'Buen uso',
      paragraphs: [
        'Registra solo lo que te concierne a ti o a alguien que esté de acuerdo. No intentes llegar a lo que es de otros ni perturbar el servicio. Hay límites en el número de llamadas para que haya sitio para todos; las conexiones que perjudiquen a otros pueden terminarse.',
      ],
    },
    availability: {
      heading: 'Disponibilidad y responsabilidad',
      paragraphs: [
        'Cuidamos de que el servicio funcione y de que no se pierda nada, pero puede interrumpirse y no promete ningún resultado concreto. Estas condiciones no limitan los derechos que la ley te da como consumidor.',
        'Si el servicio fuera a terminar, esta página lo diría con tiempo y podrías llevarte tus registros.',
      ],
    },
    changes: {
      heading: 'Cambios',
      paragraphs: [
        'Si estas condiciones cambian, esta página lo dice con una fecha nueva, y la siguiente aprobación te pide el consentimiento para la nueva versión. Ningún cambio amplía un consentimiento anterior.',
      ],
    },
  },
};

const ru: LegalText<Section> = {
  title: 'Условия использования',
  lead: 'Коротко: дневник хранит то, что ваш ассистент записывает для вас, а вы решаете, кто может писать, кто читать и когда это закончится.',
  sections: {
    service: {
      heading: 'Что это за сервис',
      paragraphs: [
        'Он записывает, упорядочивает и помогает показать другим то, что вы рассказываете своему ассистенту о еде, активности, сне и самочувствии. Он предназначен для тех, кто ведёт такой дневник для себя или вместе с диетологом или тренером.',
        'Аккаунт определяется вашим адресом электронной почты. Пароля нет.',
      ],
    },
    advice: {
      heading: 'Без советов',
      paragraphs: [
        'Сервис не даёт медицинских советов, советов о питании или тренировках и не делает собственных оценок, рекомендаций и суждений. Никто не вправе выдавать за них то, что показывает сервис. С вопросами о здоровье обращайтесь к тому, кто вправе на них отвечать.',
      ],
    },
    estimates: {
      heading: 'Откуда берутся цифры',
      paragraphs: [
        'Количество и состав оценивает ваш ассистент, каким бы он ни был. Он может ошибаться. Сервис складывает то, что получил, и показывает, от какого ассистента и какой модели пришла каждая запись.',
      ],
    },
    consent: {
      heading: 'Ваше согласие',
      paragraphs: [
        'То, что вы записываете, говорит о вашем здоровье. Оно хранится только потому, что вы соглашаетесь на это, разрешая подключение или начиная дневник; дата и редакция этих условий отмечаются в вашем аккаунте.',
        'Согласие можно отозвать в любой момент: отключите ассистентов или удалите аккаунт со всем содержимым на странице аккаунта. После отключения новых записей не будет; то, что сохранено, исчезнет, когда вы удалите его или аккаунт. Сделанное до этого остаётся законным.',
      ],
    },
    assistants: {
      heading: 'Ассистенты, которых вы подключаете',
      paragraphs: [
        'Ассистент может делать то, что вы разрешили, и ничего больше. Удалить ваш аккаунт он не может. Отключить его можно в любой момент, а подключение, которым не пользуются 180 дней, прекращается само.',
        'Ассистента предоставляет кто-то другой на собственных условиях. То, что вы ему рассказываете, сначала попадает туда.',
      ],
    },
    links: {
      heading: 'Ссылки, которыми вы делитесь',
      paragraphs: [
        'Любой, у кого есть ссылка на отчёт, может открыть его без аккаунта. Ссылку можно отозвать в любой момент, а при создании задать ей срок. Делитесь ею только с теми, кому её стоит видеть.',
      ],
    },
    use: {
      heading: 'Добросовестное использование',
      paragraphs: [
        'Записывайте только то, что касается вас или того, кто на это согласен. Не пытайтесь добраться до чужого или мешать работе сервиса. Число обращений ограничено, чтобы места хватило всем; подключения, которые вредят другим, могут быть прекращены.',
      ],
    },
    availability: {
      heading: 'Доступность и ответственность',
      paragraphs: [
        'Мы заботимся о том, чтобы сервис работал и ничего не терялось, но возможны перерывы, и никакого определённого результата он не обещает. Права, которые закон даёт вам как потребителю, эти условия не ограничивают.',
        'Если сервису придётся закрыться, на этой странице об этом будет сказано заранее, и вы сможете забрать свои записи.',
      ],
    },
    changes: {
      heading: 'Изменения',
      paragraphs: [
        'Если эти условия изменятся, на этой странице появится новая дата, а при следующем подключении мы попросим согласия с новой редакцией. Никакое изменение не расширяет данное раньше согласие.',
      ],
    },
  },
};

/** The terms of use that an approval accepts. An operator may put their own in their place. */
export const TERMS_TEXT: Record<Language, LegalText<Section>> = { en, es, ru };
