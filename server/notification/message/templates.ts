/**
 * All short texts for telephones. A template of WhatsApp must exist in Meta's account with this name, in es_MX, with this text and one
 * button "Ver en Kalli" to {our address}/{{1}} (docs/operations.md lists them).
 */
import type { Modality } from '#contract/service/modality.ts'
import { cutTo, maxSigns, plainOf } from '#server/messaging/sms-text.ts'
import type { ReplyOption } from '#server/messaging/reply.ts'
import type { Template, Ways } from '#server/messaging/way.ts'
import type { RequestParams } from '#server/notification/message/question.ts'

/** A notice on a telephone, by any channel. `link` is the path of the one page that it opens. */
export type Short = {
  push: Pick<Ways['push'], 'title' | 'body'>
  whatsapp: { name: TemplateName; parameters: readonly string[]; options?: readonly ReplyOption[] }
  sms: string
  link: string
}

/** {{1}} and so on as Meta counts them. Reminders share one that does not say which side travels. */
export const templates = {
  kalli_recordatorio:
    'Hola, {{1}}. Te recordamos tu cita de {{2}}: {{3}} con {{4}}. Si ya no puedes, avisa cuanto antes.',
  // The same for a telephone that was confirmed, with the quick replies Confirmo, Cambiar, Cancelar and Voy tarde after the link.
  kalli_recordatorio_responde:
    'Hola, {{1}}. Te recordamos tu cita de {{2}}: {{3}} con {{4}}. Responde aquí mismo.',
  kalli_cita_confirmada: 'Hola, {{1}}. Tu cita quedó confirmada: {{2}} con {{3}}, {{4}}.',
  kalli_cita_cancelada:
    'Hola, {{1}}. Tu cita se canceló: {{2}} con {{3}}, {{4}}. En el enlace ves qué sigue.',
  kalli_retraso:
    'Hola, {{1}}. {{2}} va {{3}} minutos tarde a tu cita de las {{4}}: empiezan cerca de las {{5}}.',
  kalli_respuesta: 'Hola, {{1}}. Esperamos tu respuesta. {{2}}: {{3}} Responde antes {{4}}.',
  // The same for a telephone that was confirmed, with Acepto, Otra hora and No puedo.
  kalli_respuesta_responde:
    'Hola, {{1}}. Esperamos tu respuesta. {{2}}: {{3}} Responde aquí mismo antes {{4}}.',
  kalli_agenda: 'Tu agenda en Kalli cambió. {{1}}: {{2}} Responde BAJA para no recibir más avisos.',
  kalli_solicitud:
    'Alguien espera tu respuesta en Kalli. {{1}}: {{2}} Responde BAJA para no recibir más avisos.',
  // The same with Aceptar and No puedo.
  kalli_solicitud_responde:
    'Alguien espera tu respuesta en Kalli. {{1}}: {{2}} Responde aquí mismo, o BAJA para no recibir más avisos.',
  // With Leer y responder.
  kalli_mensaje: 'Te escribieron en Kalli. {{1}}: {{2}} Responde BAJA para no recibir más avisos.',
} as const
export type TemplateName = keyof typeof templates

type Visit = {
  firstName: string
  service: string
  professional: string
  modality: Modality
  day: string
  time: string
  at: string
  link: string
  /** The page where a client with a confirmed telephone changes the visit; absent: by the link in their mailbox. */
  byPhoneAt?: string | undefined
}

const comes = {
  place: { title: 'Te esperan', where: '' },
  home: { title: 'Van a tu casa', where: ' en tu casa' },
  online: { title: 'Te esperan en línea', where: ' en línea' },
} as const satisfies Record<Modality, object>

const questions = {
  waitlist: { title: 'Se abrió un lugar', more: 'Está apartado para ti.' },
  rescue: { title: 'Tu espacio canceló', more: 'Hay otro cerca, a la misma hora y al mismo precio.' },
  change: { title: 'Te proponen otra hora', more: '' },
} as const satisfies Record<RequestParams, object>

export const short = {
  /** Where answers by text message are its owner's, it says with which words; else where to change or cancel. */
  reminder: (
    { firstName, service, professional, modality, day, time, link, byPhoneAt }: Visit,
    code: string | null,
    /** Quick replies; none for a telephone that was only typed. */
    options: readonly ReplyOption[] = [],
  ): Short => {
    const answers =
      options.length > 0
        ? 'Responde CONFIRMO, CAMBIAR, CANCELAR o TARDE.'
        : `Para cambiar o cancelar${byPhoneAt === undefined ? ', usa el enlace de tu correo.' : `: ${byPhoneAt}`}`
    return {
      push: {
        title: `${comes[modality].title} ${day} a las ${time}`,
        body: `${service} con ${professional}`,
      },
      whatsapp: {
        name: options.length === 0 ? 'kalli_recordatorio' : 'kalli_recordatorio_responde',
        parameters: [firstName, `${day} a las ${time} h`, service, professional],
        options,
      },
      sms: inOne(
        [service, professional],
        (service, professional) =>
          `Kalli: ${day} ${time} h${comes[modality].where}, ${service} con ${professional}.${code === null ? '' : ` Tu código de llegada: ${code}.`} ${answers}`,
      ),
      link,
    }
  },
  confirmed: ({ firstName, service, professional, at, link }: Visit): Short => ({
    push: { title: 'Tu cita está confirmada', body: `${service} con ${professional}, ${at}` },
    whatsapp: { name: 'kalli_cita_confirmada', parameters: [firstName, service, professional, at] },
    sms: inOne(
      [service, professional],
      (service, professional) =>
        `Kalli: tu cita está confirmada. ${service} con ${professional}, ${at}. Los detalles están en tu correo.`,
    ),
    link,
  }),
  cancelled: ({ firstName, service, professional, at, link }: Visit): Short => ({
    push: { title: 'Tu cita se canceló', body: `${service} con ${professional}, ${at}` },
    whatsapp: { name: 'kalli_cita_cancelada', parameters: [firstName, service, professional, at] },
    sms: inOne(
      [service, professional],
      (service, professional) =>
        `Kalli: se canceló tu cita de ${service} con ${professional}, ${at}. Los detalles están en tu correo.`,
    ),
    link,
  }),
  /** `newAt` is the hour in question, `before` says until when: "de las 15:45 h", "del lunes 3 de agosto, 9:00 h". */
  question: (
    { firstName, service, professional, at, link }: Visit,
    request: RequestParams,
    { newAt, before }: { newAt: string; before: string },
    /** Quick replies; none for a telephone that was only typed, or if only a page can answer. */
    options: readonly ReplyOption[] = [],
  ): Short => {
    const { title, more } = questions[request]
    const hour = request === 'change' ? `${newAt}, en vez del ${at}` : newAt
    const what = [`${service} con ${professional}, ${hour}.`, more].filter(Boolean).join(' ')
    return {
      push: { title, body: `${what} Responde antes ${before}.` },
      whatsapp: {
        name: options.length === 0 ? 'kalli_respuesta' : 'kalli_respuesta_responde',
        parameters: [firstName, title, what, before],
        options,
      },
      sms: inOne(
        [service],
        (service) =>
          `Kalli: ${title}. ${service}, ${newAt}. ${options.length === 0 ? `Responde antes ${before} por tu correo.` : `Responde ACEPTO o RECHAZO antes ${before}.`}`,
      ),
      link,
    }
  },
  delayed: ({ firstName, professional, time, link }: Visit, minutes: number, begins: string): Short => ({
    push: {
      title: `${professional} va ${minutes} min tarde`,
      body: `Tu cita de las ${time} empieza cerca de las ${begins}.`,
    },
    whatsapp: {
      name: 'kalli_retraso',
      parameters: [firstName, professional, String(minutes), `${time} h`, `${begins} h`],
    },
    sms: inOne(
      [professional],
      (professional) =>
        `Kalli: ${professional} va ${minutes} min tarde. Tu cita de las ${time} empieza cerca de las ${begins}.`,
    ),
    link,
  }),
  /** For professionals and hosts: the bell's text. Their link is no secret, and needs their account. */
  notice: (
    said: { title: string; message: string; link: string; address: string },
    name: TemplateName,
    /** Quick replies. */
    options: readonly ReplyOption[] = [],
  ): Short => ({
    push: { title: said.title, body: said.message },
    whatsapp: { name, parameters: [said.title, said.message], options },
    sms: inOne(
      [said.title],
      (title) =>
        `Kalli: ${title}. ${name === 'kalli_solicitud_responde' ? 'Responde ACEPTO o RECHAZO, o ' : ''}${said.address}`,
    ),
    link: said.link,
  }),
}

export const filled = ({ name, parameters, options }: Short['whatsapp'], link: string): Template => ({
  name,
  ...(options === undefined || options.length === 0 ? {} : { options }),
  parameters: parameters.map(inOneLine),
  text: templates[name].replace(/\{\{(\d)\}\}/g, (_, index: string) =>
    inOneLine(parameters[Number(index) - 1] ?? ''),
  ),
  // The button's address already starts with our origin.
  link: link.replace(/^\//, ''),
})

/** WhatsApp refuses line breaks and repeated spaces in a template's parameters. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Fits one message whatever the names: they are cut, the longest first; the text around them, a code or a moment, never is. */
const inOne = (names: readonly string[], text: (...names: string[]) => string): string => {
  const plain = names.map(plainOf)
  let room = maxSigns - plainOf(text(...names.map(() => ''))).length
  const cut = new Map<number, string>()
  // The shortest first: its spare room goes to the longer ones.
  const places = plain.map((_, place) => place).toSorted((a, b) => lengthOf(plain, a) - lengthOf(plain, b))
  for (const [done, place] of places.entries()) {
    const name = cutTo(Math.max(minOfName, Math.floor(room / (places.length - done))), plain[place] ?? '')
    cut.set(place, name)
    room -= name.length
  }
  return plainOf(text(...plain.map((name, place) => cut.get(place) ?? name)))
}
/** The length that a name keeps even beside a very long one. */
const minOfName = 12
const lengthOf = (names: readonly string[], place: number) => names[place]?.length ?? 0
