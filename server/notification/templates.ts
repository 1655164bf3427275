/**
 * The short words for telephones, all of them here. A template of WhatsApp must stand in Meta's account with this name, in
 * es_MX, with this text and one button "Ver en Kalli" to {our address}/{{1}} (docs/operations.md lists them).
 */
import type { Template, Ways } from '#server/messaging/way.ts'

/** What a telephone shows, whichever way it comes. `link` is the path of the one place that it leads to. */
export type Short = {
  push: Pick<Ways['push'], 'title' | 'body'>
  whatsapp: { name: TemplateName; parameters: readonly string[] }
  sms: string
  link: string
}

/** {{1}} and so on as Meta counts them. */
export const templates = {
  kalli_recordatorio: 'Hola, {{1}}. Te esperan {{2}}: {{3}} con {{4}}. Si no puedes ir, avisa cuanto antes.',
  kalli_cita_confirmada: 'Hola, {{1}}. Tu cita quedó confirmada: {{2}} con {{3}}, {{4}}.',
  kalli_cita_cancelada:
    'Hola, {{1}}. Tu cita se canceló: {{2}} con {{3}}, {{4}}. En el enlace ves qué sigue.',
  kalli_retraso:
    'Hola, {{1}}. {{2}} va {{3}} minutos tarde a tu cita de las {{4}}: empiezan cerca de las {{5}}.',
  kalli_agenda: 'Tu agenda en Kalli cambió. {{1}}: {{2}} Responde BAJA para no recibir más avisos.',
  kalli_solicitud:
    'Alguien espera tu respuesta en Kalli. {{1}}: {{2}} Responde BAJA para no recibir más avisos.',
} as const
type TemplateName = keyof typeof templates

type Visit = {
  firstName: string
  service: string
  professional: string
  day: string
  time: string
  at: string
  link: string
}

export const short = {
  /** No link in a text message: a visitor's lets whoever holds it act, and is long. */
  reminder: ({ firstName, service, professional, day, time, link }: Visit, code: string | null): Short => ({
    push: { title: `Te esperan ${day} a las ${time}`, body: `${service} con ${professional}` },
    whatsapp: {
      name: 'kalli_recordatorio',
      parameters: [firstName, `${day} a las ${time} h`, service, professional],
    },
    sms: `Kalli: ${day} ${time} h, ${service} con ${professional}.${code === null ? '' : ` Tu código de llegada: ${code}.`} Para cambiar o cancelar, usa el enlace de tu correo.`,
    link,
  }),
  confirmed: ({ firstName, service, professional, at, link }: Visit): Short => ({
    push: { title: 'Tu cita está confirmada', body: `${service} con ${professional}, ${at}` },
    whatsapp: { name: 'kalli_cita_confirmada', parameters: [firstName, service, professional, at] },
    sms: `Kalli: tu cita está confirmada. ${service} con ${professional}, ${at}. Los detalles están en tu correo.`,
    link,
  }),
  cancelled: ({ firstName, service, professional, at, link }: Visit): Short => ({
    push: { title: 'Tu cita se canceló', body: `${service} con ${professional}, ${at}` },
    whatsapp: { name: 'kalli_cita_cancelada', parameters: [firstName, service, professional, at] },
    sms: `Kalli: se canceló tu cita de ${service} con ${professional}, ${at}. Los detalles están en tu correo.`,
    link,
  }),
  delayed: ({ firstName, professional, time, link }: Visit, minutes: number, begins: string): Short => ({
    push: {
      title: `${professional} va ${minutes} min tarde`,
      body: `Tu cita de las ${time} empieza cerca de las ${begins}.`,
    },
    whatsapp: {
      name: 'kalli_retraso',
      parameters: [firstName, professional, String(minutes), `${time} h`, `${begins} h`],
    },
    sms: `Kalli: ${professional} va ${minutes} min tarde. Tu cita de las ${time} empieza cerca de las ${begins}.`,
    link,
  }),
  /** For who serves: what the bell says. Their link is no secret, and needs their account. */
  told: (
    said: { title: string; message: string; link: string; address: string },
    name: TemplateName,
  ): Short => ({
    push: { title: said.title, body: said.message },
    whatsapp: { name, parameters: [said.title, said.message] },
    sms: `Kalli: ${said.title}. ${said.address}`,
    link: said.link,
  }),
}

export const filled = ({ name, parameters }: Short['whatsapp'], link: string): Template => ({
  name,
  parameters: parameters.map(inOneLine),
  text: templates[name].replace(/\{\{(\d)\}\}/g, (_, index: string) =>
    inOneLine(parameters[Number(index) - 1] ?? ''),
  ),
  // The button's address has ours in front of it.
  link: link.replace(/^\//, ''),
})

/** WhatsApp refuses line breaks and rows of spaces in what fills a template. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The alphabet of GSM 03.38: with anything else a message has room for 70 signs instead of 160. */
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]$/
const mostSigns = 160

/**
 * In that alphabet, as it is typed on a telephone: é, ñ, ü, ¿ and ¡ stay, á, í, ó and ú lose their accent, whatever else has no
 * place becomes its plain letter or goes. Cut where a word ends, if it is too long for one message.
 */
export const smsOf = (text: string): string => {
  const plain = Array.from(
    text
      .normalize('NFC')
      .replace(/[“”«»]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/[–—]/g, '-')
      .replace(/…/g, '...'),
    signOf,
  ).join('')
  if (plain.length <= mostSigns) return plain
  const cut = plain.slice(0, mostSigns - 3)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), mostSigns - 40)).trimEnd()}...`
}

const signOf = (sign: string) => {
  if (gsm.test(sign)) return sign
  if (/\s/.test(sign)) return ' '
  const bare = sign.normalize('NFD').charAt(0)
  return gsm.test(bare) ? bare : ''
}
