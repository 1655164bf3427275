/** The variables of the environment and their shapes. */
import * as z from 'zod/mini'

export type Seed = { kind: 'town' | 'small' | 'none' } | { kind: 'count'; professionals: number }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Environment = Record<string, string | undefined>

const onOff = z._default(z.enum(['on', 'off'], 'debe ser «on» u «off»'), 'on')

const whole = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)

const port = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const value = whole(text)
    if (value <= 65_535) return value
    context.issues.push({
      code: 'custom',
      input: text,
      message: 'debe ser un número de puerto, de 0 a 65535',
    })
    return z.NEVER
  }),
)

const messagesAtOnce = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const value = whole(text)
    if (value >= 1 && value <= 100) return value
    context.issues.push({ code: 'custom', input: text, message: 'debe ser un número de 1 a 100' })
    return z.NEVER
  }),
)

const seed = z.pipe(
  z.string(),
  z.transform((text: string, context): Seed => {
    if (text === 'town' || text === 'small' || text === 'none') return { kind: text }
    const professionals = whole(text)
    if (professionals >= 1 && professionals <= 1_000_000) return { kind: 'count', professionals }
    const message = 'debe ser «town», «small», «none» o un número de profesionales, de 1 a 1000000'
    context.issues.push({ code: 'custom', input: text, message })
    return z.NEVER
  }),
)

const address = (protocol: RegExp, message: string) => z.optional(z.url({ protocol, error: message }))
const atLeast = (characters: number) =>
  z.optional(z.string().check(z.minLength(characters, `debe tener al menos ${characters} caracteres`)))
const shaped = (pattern: RegExp, message: string) => z.optional(z.string().check(z.regex(pattern, message)))
const apiAddress = z.url({ protocol: /^https?$/, error: 'debe empezar con https:// o http://' })
const origins = shaped(
  /^https?:\/\/[^\s;,'"/]+( https?:\/\/[^\s;,'"/]+)*$/,
  'deben ser orígenes separados por espacios',
)
const mailbox = z.string().check(z.regex(/@/, 'debe llevar una dirección de correo'))

export const environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  DATABASE_URL: address(/^postgres(ql)?$/, 'debe empezar con postgres:// o postgresql://'),
  KALLI_DATA: z._default(z.string(), '.data'),
  KALLI_SEED: z.optional(seed),
  KALLI_SECRET: atLeast(32),
  KALLI_SECRETS_BEFORE: shaped(
    /^\S{32,}( \S{32,})*$/,
    'deben ser secretos de 32 caracteres o más, separados por espacios',
  ),
  KALLI_RATE_LIMITS: onOff,
  KALLI_MESSAGES_AT_ONCE: z._default(messagesAtOnce, 16),
  KALLI_PRODUCTION: z._default(z.enum(['on', 'off'], 'debe ser «on» u «off»'), 'off'),
  KALLI_DEV: z._default(z.enum(['0', '1'], 'debe ser «0» o «1»'), '0'),
  KALLI_PUBLIC_URL: address(/^https?$/, 'debe empezar con http:// o https://'),
  KALLI_SMTP_URL: address(/^smtps?$/, 'debe empezar con smtp:// o smtps://'),
  KALLI_MAIL_FROM: z._default(mailbox, 'Kalli <hola@kalli.test>'),
  KALLI_CONTACT_MAIL: z.optional(z.email({ error: 'debe ser una dirección de correo' })),
  KALLI_METRICS_TOKEN: atLeast(16),
  KALLI_TWILIO_ACCOUNT_SID: shaped(/^AC[0-9a-f]{32}$/i, 'debe empezar con AC y tener 34 caracteres'),
  KALLI_TWILIO_AUTH_TOKEN: atLeast(16),
  KALLI_TWILIO_FROM: shaped(
    /^(\+\d{8,15}|MG[0-9a-f]{32})$/i,
    'debe ser un número como +525512345678 o un servicio MG…',
  ),
  KALLI_TWILIO_API_URL: z._default(apiAddress, 'https://api.twilio.com'),
  KALLI_WHATSAPP_PHONE_NUMBER_ID: shaped(/^\d{5,20}$/, 'debe ser el número de identificación que da Meta'),
  KALLI_WHATSAPP_TOKEN: atLeast(16),
  KALLI_WHATSAPP_APP_SECRET: atLeast(16),
  KALLI_WHATSAPP_VERIFY_TOKEN: atLeast(16),
  KALLI_WHATSAPP_NUMBER: shaped(
    /^\+\d{7,15}$/,
    'debe ser el teléfono de WhatsApp de Kalli, con + y el código del país',
  ),
  KALLI_WHATSAPP_API_URL: z._default(apiAddress, 'https://graph.facebook.com'),
  KALLI_VAPID_PUBLIC_KEY: shaped(/^[\w-]{87}$/, 'debe ser una clave pública VAPID de 87 caracteres'),
  KALLI_VAPID_PRIVATE_KEY: shaped(/^[\w-]{43}$/, 'debe ser una clave privada VAPID de 43 caracteres'),
  KALLI_VAPID_SUBJECT: shaped(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'debe empezar con mailto: o https://'),
  KALLI_PUSH_ORIGINS: origins,
  KALLI_STANDINS: z._default(z.enum(['on', 'off'], 'debe ser «on» u «off»'), 'off'),
  KALLI_STRIPE_IDENTITY_KEY: shaped(/^[rs]k_/, 'debe empezar con sk_ o rk_'),
  KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET: shaped(/^whsec_/, 'debe empezar con whsec_'),
  KALLI_STRIPE_SECRET_KEY: shaped(/^[rs]k_/, 'debe empezar con sk_ o rk_'),
  KALLI_STRIPE_PUBLISHABLE_KEY: shaped(/^pk_\w+$/, 'debe empezar con pk_'),
  KALLI_STRIPE_WEBHOOK_SECRET: shaped(/^whsec_/, 'debe empezar con whsec_'),
  KALLI_STRIPE_ACCOUNTS_WEBHOOK_SECRET: shaped(/^whsec_/, 'debe empezar con whsec_'),
  KALLI_STRIPE_API_URL: z._default(apiAddress, 'https://api.stripe.com'),
  KALLI_GOOGLE_PLACES_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{10,120}$/, 'debe ser una clave de Google Maps para navegadores')),
  ),
  KALLI_GOOGLE_PLACES_API: z._default(z.enum(['new', 'old'], 'debe ser «new» u «old»'), 'new'),
  KALLI_MAP_STYLE: z._default(
    z.union([z.literal('none'), z.url({ protocol: /^https?$/ })], {
      error: 'debe ser «none» o empezar con http:// o https://',
    }),
    // OpenFreeMap: OpenStreetMap's streets, with no key and no limit on requests.
    'https://tiles.openfreemap.org/styles/liberty',
  ),
  KALLI_MAP_ORIGINS: origins,
  KALLI_GEOCODER_URL: address(/^https?$/, 'debe empezar con https:// o http://'),
  KALLI_S3_ENDPOINT: address(/^https?$/, 'debe empezar con https:// o http://'),
  KALLI_S3_REGION: z._default(z.string(), 'us-east-1'),
  KALLI_S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9.-]{3,63}$/, 'debe ser el nombre de un depósito de S3')),
  ),
  KALLI_S3_ACCESS_KEY: z.optional(z.string()),
  KALLI_S3_SECRET_KEY: z.optional(z.string()),
  KALLI_OPENID_ISSUER: address(/^https?$/, 'debe empezar con https://'),
  KALLI_OPENID_CLIENT_ID: z.optional(z.string()),
  KALLI_OPENID_CLIENT_SECRET: z.optional(z.string()),
  KALLI_OPENID_LABEL: z.optional(
    z.string().check(z.trim(), z.maxLength(30, 'debe tener a lo más 30 caracteres')),
  ),
  KALLI_MICROSOFT_CALENDAR_CLIENT_ID: z.optional(z.string()),
  KALLI_MICROSOFT_CALENDAR_CLIENT_SECRET: z.optional(z.string()),
  KALLI_GOOGLE_CALENDAR_CLIENT_ID: z.optional(z.string()),
  KALLI_GOOGLE_CALENDAR_CLIENT_SECRET: z.optional(z.string()),
  KALLI_APPLE_PASS_TYPE: z.optional(z.string()),
  KALLI_APPLE_PASS_TEAM: z.optional(z.string()),
  KALLI_APPLE_PASS_CERTIFICATE: z.optional(z.string()),
  KALLI_APPLE_PASS_KEY: z.optional(z.string()),
  KALLI_APPLE_PASS_AUTHORITY: z.optional(z.string()),
  KALLI_GOOGLE_WALLET_ISSUER: z.optional(z.string()),
  KALLI_GOOGLE_WALLET_EMAIL: z.optional(z.string()),
  KALLI_GOOGLE_WALLET_KEY: z.optional(z.string()),
  KALLI_LOG_LEVEL: z._default(z.enum(logLevels, `debe ser uno de: ${logLevels.join(', ')}`), 'info'),
})

export type Values = z.infer<typeof environment>
