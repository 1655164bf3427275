import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LongText, Text } from '#contract/platform/shapes.ts'

/** Topics of the contact form. */
export const contactTopics = {
  help: 'Ayuda con una reserva',
  sales: 'Quiero publicar o vender en Kalli',
  payments: 'Pagos y recibos',
  privacy: 'Privacidad y mis datos',
  press: 'Prensa y alianzas',
  other: 'Otra cosa',
} as const
export const ContactTopic = z.enum(['help', 'sales', 'payments', 'privacy', 'press', 'other'])
export type ContactTopic = z.output<typeof ContactTopic>

export const contactLimits = { name: 80, message: 4000 } as const

export const contactForm = endpoint({
  method: 'GET',
  path: '/api/contact/form',
  summary: 'Get a token for the contact form',
  access: 'anyone',
  reply: z.object({ form: z.string() }),
  limit: 'search',
})

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a message to Kalli; the same form with the same text is one message',
  access: 'anyone',
  body: z.object({
    form: z.string().check(z.maxLength(400)),
    topic: ContactTopic,
    name: Text(80),
    email: Email,
    message: Text(4000),
    /** Honeypot: invisible to people, filled in by bots. */
    website: z._default(LongText(400), ''),
  }),
  reply: z.object({ receipt: z.string() }),
  status: 201,
  refusals: ['invalid_input', 'form_expired', 'too_quick', 'too_many_requests'],
  limit: 'contact',
})
