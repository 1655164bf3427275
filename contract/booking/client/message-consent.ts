/**
 * A client's consent to receive win-back messages from one professional: who recorded it, when, and until when. Either
 * of the two ends it. docs/booking/win-back.md.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant } from '#contract/platform/shapes.ts'

/** The consent text; stored with the consent. */
export const messageSentence =
  'Acepto que mi profesional me escriba por correo para invitarme a volver, con sus cupones si los tiene. Puedo retirarlo cuando quiera.'

/** client: given by the client on Kalli. professional: given to her in person, and recorded by her. */
const Source = z.enum(['client', 'professional'])

export const MessageConsent = z.object({
  /** Null if they have not agreed. */
  consent: z.nullable(z.object({ givenAt: Instant, source: Source })),
})
export type MessageConsent = z.output<typeof MessageConsent>

const OneClient = z.object({ id: Id })
const found = ['not_found', 'no_profile'] as const

export const messageConsent = endpoint({
  method: 'GET',
  path: '/api/professional/clients/:id/message-consent',
  summary: 'Get whether a client consents to being invited back, since when, and who recorded it',
  access: 'professional',
  params: OneClient,
  reply: MessageConsent,
  refusals: found,
})

export const recordMessageConsent = endpoint({
  method: 'POST',
  path: '/api/professional/clients/:id/message-consent',
  summary: 'Record that a client consents to being invited back',
  access: 'professional',
  params: OneClient,
  body: z.object({ agreed: z.literal(true) }),
  reply: MessageConsent,
  refusals: found,
})

export const endMessageConsent = endpoint({
  method: 'DELETE',
  path: '/api/professional/clients/:id/message-consent',
  summary: 'Record that a client no longer consents to being invited back',
  access: 'professional',
  params: OneClient,
  reply: MessageConsent,
  refusals: found,
})

const OwnConsent = z.object({
  professionalId: Id,
  professional: z.string(),
  givenAt: Instant,
  source: Source,
})
export type OwnConsent = z.output<typeof OwnConsent>

export const ownMessageConsents = endpoint({
  method: 'GET',
  path: '/api/account/message-consents',
  summary: 'List the professionals who may invite the viewer back',
  access: 'account',
  reply: z.array(OwnConsent),
})

const OneProfessional = z.object({ professional: Id })

export const giveMessageConsent = endpoint({
  method: 'PUT',
  path: '/api/account/message-consents/:professional',
  summary: 'Consent to being invited back by a professional visited before; repeating it is allowed',
  access: 'account',
  params: OneProfessional,
  body: z.object({ agreed: z.literal(true) }),
  reply: z.array(OwnConsent),
  refusals: ['not_found'],
})

export const takeBackMessageConsent = endpoint({
  method: 'DELETE',
  path: '/api/account/message-consents/:professional',
  summary: 'Revoke the consent to being invited back; repeating it is allowed',
  access: 'account',
  params: OneProfessional,
  reply: Done,
})
