import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Text, TypedAddress, Uuid } from '#contract/platform/shapes.ts'

/** A code is sent by email or SMS. */
export const Channel = z.enum(['email', 'sms'])
export type Channel = z.output<typeof Channel>

export const codeDigits = 6
export const codeMinutes = 10
export const maxTries = 5
/** Minimum interval between two codes to the same account or address. */
export const resendSeconds = 60

/** Minimum level for each feature (product.md §2 row 3, §3, §5). */
export const levelFor = { invite: 1, apply: 1, verifiedMark: 2, earlyPayout: 2, strictSpaces: 3 } as const

/** Name, requirements and features of each level, by role (spec §4, product.md). */
export const levels = [
  {
    level: 0,
    name: 'Sin verificar',
    how: 'Así empieza toda cuenta.',
    opens: {
      client: ['Reservar y pagar citas'],
      professional: [
        'Tu página pública y tu agenda',
        'Recibir reservas y cobrar: tu dinero sale 72 horas después',
      ],
      host: ['Publicar tus espacios y rentarlos', 'Cobrar: tu dinero sale 72 horas después'],
    },
  },
  {
    level: 1,
    name: 'Teléfono',
    how: 'Confirma tu teléfono con un código por SMS.',
    opens: {
      client: ['Insignia verde: saben que pueden avisarte'],
      professional: ['Insignia verde en tu perfil', 'Postularte a espacios que piden nivel 1'],
      host: ['Insignia verde en tus espacios', 'Invitar a profesionales, hasta 30 al día'],
    },
  },
  {
    level: 2,
    name: 'Teléfono y correo',
    how: 'Confirma también tu correo con un código.',
    opens: {
      client: ['Insignia azul', 'Recibos y avisos en un correo que sí es tuyo'],
      professional: [
        'Apareces como «Verificado» en la búsqueda',
        'Desde tu sexto cobro, tu dinero sale a las 24 horas en lugar de 72',
        'Postularte a espacios que piden nivel 2',
      ],
      host: [
        'Tus espacios aparecen como «Verificada»',
        'Desde tu sexto cobro, tu dinero sale a las 24 horas en lugar de 72',
      ],
    },
  },
  {
    level: 3,
    name: 'Biométrica',
    how: 'Muestra tu identificación y tu rostro a la cámara. Toma unos tres minutos.',
    opens: {
      client: ['Insignia dorada, máxima seguridad'],
      professional: [
        'Insignia dorada, máxima seguridad',
        'Postularte a cualquier espacio, pida el nivel que pida',
      ],
      host: [
        'Insignia dorada, máxima seguridad',
        'Primera opción para profesionales que trabajan con su equipo',
      ],
    },
  },
] as const

/** A code that was sent and has not expired. */
const PendingCode = z.object({
  address: z.string(),
  /** The address replaces the current one. */
  isChange: z.boolean(),
  expiresAt: Instant,
  triesLeft: z.int(),
})
export type PendingCode = z.output<typeof PendingCode>

const Contact = z.object({
  address: z.nullable(z.string()),
  confirmed: z.boolean(),
  /** Whether this installation can send codes by this channel. */
  available: z.boolean(),
  pending: z.nullable(PendingCode),
  /** Where development shows the message; null with a real provider. */
  outbox: z.nullable(z.string()),
  /** Seconds until the next code may be requested; 0: now. */
  resendInSeconds: z.int(),
})

export const CheckStatus = z.enum(['none', 'open', 'processing', 'approved', 'rejected', 'abandoned'])
export type CheckStatus = z.output<typeof CheckStatus>

export const Verification = z.object({
  level: z.int(),
  biometricVerified: z.boolean(),
  email: Contact,
  sms: Contact,
  biometric: z.object({
    status: CheckStatus,
    available: z.boolean(),
    /** Why it was rejected, shown to the person. */
    reason: z.nullable(z.string()),
  }),
})
export type Verification = z.output<typeof Verification>

export const verification = endpoint({
  method: 'GET',
  path: '/api/verification',
  summary: 'Get the verification level, its basis and pending checks',
  access: 'account',
  reply: Verification,
})

export const sendCode = endpoint({
  method: 'POST',
  path: '/api/verification/codes',
  summary:
    "Send a code to the viewer's contact, or to a new one that replaces it; a newer code replaces the former",
  access: 'account',
  body: z.object({
    channel: Channel,
    /** If absent, the address of the account. */
    address: z.optional(TypedAddress(254, 1)),
  }),
  reply: Verification,
  refusals: [
    'already_verified',
    'email_invalid',
    'invalid_phone',
    'phone_missing',
    'sms_unavailable',
    'confirm_identity',
    'code_too_soon',
    'too_many_codes',
    'too_many_requests',
  ],
  idempotent: true,
  limit: 'codes',
})

export const enterCode = endpoint({
  method: 'POST',
  path: '/api/verification/codes/enter',
  summary: "Enter the code: the contact is confirmed, and becomes the account's if new",
  access: 'account',
  body: z.object({ channel: Channel, code: Text(20) }),
  reply: Verification,
  refusals: ['code_wrong', 'code_used_up', 'code_expired', 'email_taken', 'in_progress', 'too_many_requests'],
  idempotent: true,
  limit: 'codes',
})

export const beginCheck = endpoint({
  method: 'POST',
  path: '/api/verification/checks',
  summary: 'Start or resume a biometric check at the provider',
  access: 'account',
  body: z.object({}),
  reply: z.object({ id: Uuid, url: z.string() }),
  refusals: [
    'already_verified',
    'biometric_unavailable',
    'check_under_way',
    'too_many_checks',
    'verifier_unreachable',
    'too_many_requests',
  ],
  limit: 'codes',
})

export const lookAtCheck = endpoint({
  method: 'POST',
  path: '/api/verification/checks/look',
  summary: 'Refresh the state of the biometric check from the provider',
  access: 'account',
  body: z.object({}),
  reply: Verification,
  refusals: ['too_many_requests'],
  limit: 'search',
})
