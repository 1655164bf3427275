/** Everything that the environment may set, read once at start. docs/operations.md lists it for people. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'

export type Seed = { kind: 'town' | 'small' | 'none' } | { kind: 'count'; professionals: number }

export type Config = {
  port: number
  host: string
  /** Null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null
  dataFolder: string
  seed: Seed
  /** Signs slots, links and cookies; at least 32 characters. */
  secret: string
  /** What it was before: opens what was sealed under it, until that is sealed anew. */
  secretsBefore: readonly string[]
  rateLimits: boolean
  production: boolean
  /** Screens are served from their sources and reload on change. */
  dev: boolean
  /** Without a slash at the end; links in e-mails start with it. */
  publicUrl: string
  /** Null: e-mail stays in the local outbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Where messages of the contact form go. */
  contactMail: string
  /** Null: `/metrics` answers this machine only. */
  metricsToken: string | null
  /** Null: text messages stay in the local outbox; in production none are sent. */
  twilio: Twilio | null
  /** Null: WhatsApp messages stay in the local outbox; in production none are sent. */
  whatsapp: Whatsapp | null
  /** Null: notices on devices stay in the local outbox; in production none are sent. */
  vapid: Vapid | null
  /** Null: the local stand-in checks faces; in production nobody does. */
  stripeIdentity: StripeIdentity | null
  /** Null: cards are taken by the local stand-in, which moves no money. */
  stripe: Stripe | null
  /** Null: people sign in with e-mail and password only. */
  openId: OpenId | null
  /** Null: files of people stay in the data folder. */
  s3: S3 | null
  logLevel: LogLevel
  /** Google's places in the browser; null: Kalli's own. The key is public, restricted to our address by its owner. */
  googlePlaces: { key: string; api: 'new' | 'old' } | null
  /** Address of a MapLibre style; null: Kalli draws its own map. */
  mapStyle: string | null
  /** Where that style's tiles, letters and signs come from, when not from the style's own address. */
  mapOrigins: readonly string[]
  /** How often an open line asks whether its person is still there: whoever signed out hears nothing more after this long. */
  lineLooksMs: number
}

/** `patienceMs`: so long an answer may take. */
export type Twilio = {
  accountSid: string
  authToken: string
  from: string
  url: string
  patienceMs: number
}
export type Whatsapp = {
  phoneNumberId: string
  token: string
  /** Signs what Meta tells us. */
  appSecret: string
  /** Our word for its first call. */
  verifyToken: string
  url: string
  patienceMs: number
}

/** Our key pair for web push, and whom its services write to; `origins` are push services besides those of the browsers. */
export type Vapid = { publicKey: string; privateKey: string; subject: string; origins: readonly string[] }

export type StripeIdentity = { key: string; webhookSecret: string; url: string }

/** The publishable key is for browsers; the other two never leave the server. */
export type Stripe = {
  key: string
  publishableKey: string
  webhookSecret: string
  /** Of the webhook that tells of payees' accounts; null: there is none. */
  accountsWebhookSecret: string | null
  url: string
}

/** A provider of OpenID Connect, and what its button is called ("Continuar con {label}"). */
export type OpenId = { issuer: string; clientId: string; clientSecret: string; label: string }

export type S3 = {
  /** https://s3.us-east-1.amazonaws.com, or wherever a compatible store answers. */
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Environment = Record<string, string | undefined>

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

const environment = z.object({
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
  KALLI_MAP_STYLE: address(/^https?$/, 'debe empezar con http:// o https://'),
  KALLI_MAP_ORIGINS: origins,
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
  KALLI_LOG_LEVEL: z._default(z.enum(logLevels, `debe ser uno de: ${logLevels.join(', ')}`), 'info'),
})

/** Refuses, naming every variable at fault, with a `StartRefusal`. Makes the data folder when it makes the secret. */
export const readConfig = (env: Environment): Config => {
  // An empty variable is one that is not set, as in a shell's `PORT= npm start`.
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = z.safeParse(environment, set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return `  ${name} ${message}; ahora es «${secretNames.has(name) ? '…' : set[name]}»`
    })
    throw new StartRefusal(`No puedo iniciar con esta configuración:\n${lines.join('\n')}`)
  }
  const values = parsed.data
  const production = values.KALLI_PRODUCTION === 'on'
  if (production) refuseHalfProduction(values)
  refuseHalfProvider(values, ['KALLI_TWILIO_ACCOUNT_SID', 'KALLI_TWILIO_AUTH_TOKEN', 'KALLI_TWILIO_FROM'])
  refuseHalfProvider(values, [
    'KALLI_WHATSAPP_PHONE_NUMBER_ID',
    'KALLI_WHATSAPP_TOKEN',
    'KALLI_WHATSAPP_APP_SECRET',
    'KALLI_WHATSAPP_VERIFY_TOKEN',
  ])
  refuseHalfProvider(values, ['KALLI_VAPID_PUBLIC_KEY', 'KALLI_VAPID_PRIVATE_KEY', 'KALLI_VAPID_SUBJECT'])
  refuseHalfProvider(values, ['KALLI_STRIPE_IDENTITY_KEY', 'KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET'])
  refuseHalfProvider(values, [
    'KALLI_STRIPE_SECRET_KEY',
    'KALLI_STRIPE_PUBLISHABLE_KEY',
    'KALLI_STRIPE_WEBHOOK_SECRET',
  ])
  refuseHalfProvider(values, [
    'KALLI_OPENID_ISSUER',
    'KALLI_OPENID_CLIENT_ID',
    'KALLI_OPENID_CLIENT_SECRET',
    'KALLI_OPENID_LABEL',
  ])
  refuseHalfProvider(values, [
    'KALLI_S3_ENDPOINT',
    'KALLI_S3_BUCKET',
    'KALLI_S3_ACCESS_KEY',
    'KALLI_S3_SECRET_KEY',
  ])
  const dataFolder = resolve(values.KALLI_DATA)
  const publicUrl = values.KALLI_PUBLIC_URL ?? `http://${inUrl(values.HOST)}:${values.PORT}`
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL ?? null,
    dataFolder,
    seed: values.KALLI_SEED ?? { kind: production ? 'none' : 'town' },
    secret: values.KALLI_SECRET ?? ownSecret(dataFolder),
    secretsBefore: values.KALLI_SECRETS_BEFORE?.split(' ') ?? [],
    rateLimits: values.KALLI_RATE_LIMITS === 'on',
    production,
    dev: values.KALLI_DEV === '1',
    publicUrl: publicUrl.replace(/\/+$/, ''),
    smtpUrl: values.KALLI_SMTP_URL ?? null,
    mailFrom: values.KALLI_MAIL_FROM,
    contactMail: values.KALLI_CONTACT_MAIL ?? addressIn(values.KALLI_MAIL_FROM),
    metricsToken: values.KALLI_METRICS_TOKEN ?? null,
    twilio: twilioOf(values),
    whatsapp: whatsappOf(values),
    vapid: vapidOf(values),
    stripeIdentity: stripeIdentityOf(values),
    stripe: stripeOf(values),
    openId: openIdOf(values, production),
    s3: s3Of(values),
    logLevel: values.KALLI_LOG_LEVEL,
    googlePlaces:
      values.KALLI_GOOGLE_PLACES_KEY === undefined
        ? null
        : { key: values.KALLI_GOOGLE_PLACES_KEY, api: values.KALLI_GOOGLE_PLACES_API },
    mapStyle: values.KALLI_MAP_STYLE ?? null,
    mapOrigins: values.KALLI_MAP_ORIGINS?.split(' ') ?? [],
    lineLooksMs,
  }
}

/** `Kalli <hola@kalli.test>` or the bare address. */
const addressIn = (mailbox: string) => /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox.trim()

const secretNames = new Set([
  'KALLI_SECRET',
  'KALLI_SECRETS_BEFORE',
  'DATABASE_URL',
  'KALLI_SMTP_URL',
  'KALLI_METRICS_TOKEN',
  'KALLI_TWILIO_AUTH_TOKEN',
  'KALLI_WHATSAPP_TOKEN',
  'KALLI_WHATSAPP_APP_SECRET',
  'KALLI_WHATSAPP_VERIFY_TOKEN',
  'KALLI_VAPID_PRIVATE_KEY',
  'KALLI_STRIPE_IDENTITY_KEY',
  'KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET',
  'KALLI_STRIPE_SECRET_KEY',
  'KALLI_STRIPE_WEBHOOK_SECRET',
  'KALLI_STRIPE_ACCOUNTS_WEBHOOK_SECRET',
  'KALLI_OPENID_CLIENT_SECRET',
  'KALLI_S3_SECRET_KEY',
])

type Values = z.infer<typeof environment>

/** A worker has a lease of 90 s for its batch (server/messaging/messaging.ts). */
const patienceMs = 10_000
const lineLooksMs = 60_000

const twilioOf = (values: Values): Twilio | null => {
  const {
    KALLI_TWILIO_ACCOUNT_SID: accountSid,
    KALLI_TWILIO_AUTH_TOKEN: authToken,
    KALLI_TWILIO_FROM: from,
    KALLI_TWILIO_API_URL: url,
  } = values
  if (!accountSid || !authToken || !from) return null
  return { accountSid, authToken, from, url, patienceMs }
}

const whatsappOf = (values: Values): Whatsapp | null => {
  const {
    KALLI_WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    KALLI_WHATSAPP_TOKEN: token,
    KALLI_WHATSAPP_APP_SECRET: appSecret,
    KALLI_WHATSAPP_VERIFY_TOKEN: verifyToken,
    KALLI_WHATSAPP_API_URL: url,
  } = values
  return phoneNumberId && token && appSecret && verifyToken
    ? { phoneNumberId, token, appSecret, verifyToken, url, patienceMs }
    : null
}

const vapidOf = (values: Values): Vapid | null => {
  const {
    KALLI_VAPID_PUBLIC_KEY: publicKey,
    KALLI_VAPID_PRIVATE_KEY: privateKey,
    KALLI_VAPID_SUBJECT: subject,
    KALLI_PUSH_ORIGINS: origins,
  } = values
  return publicKey && privateKey && subject
    ? { publicKey, privateKey, subject, origins: origins?.split(' ') ?? [] }
    : null
}

const stripeIdentityOf = (values: Values): StripeIdentity | null => {
  const { KALLI_STRIPE_IDENTITY_KEY: key, KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET: webhookSecret } = values
  return key && webhookSecret ? { key, webhookSecret, url: 'https://api.stripe.com' } : null
}

/** Refuses keys of two worlds: a browser's of the trial with a server's of real money takes cards that nobody can charge. */
const stripeOf = (values: Values): Stripe | null => {
  const {
    KALLI_STRIPE_SECRET_KEY: key,
    KALLI_STRIPE_PUBLISHABLE_KEY: publishableKey,
    KALLI_STRIPE_WEBHOOK_SECRET: webhookSecret,
    KALLI_STRIPE_ACCOUNTS_WEBHOOK_SECRET: accountsWebhookSecret = null,
    KALLI_STRIPE_API_URL: url,
  } = values
  if (!key || !publishableKey || !webhookSecret) return null
  if (/^[rs]k_test_/.test(key) !== publishableKey.startsWith('pk_test_'))
    throw new StartRefusal(
      'No puedo iniciar con esta configuración: KALLI_STRIPE_SECRET_KEY y KALLI_STRIPE_PUBLISHABLE_KEY deben ser las dos de prueba o las dos reales.',
    )
  return { key, publishableKey, webhookSecret, accountsWebhookSecret, url }
}

const s3Of = (values: Values): S3 | null => {
  const {
    KALLI_S3_ENDPOINT: endpoint,
    KALLI_S3_REGION: region,
    KALLI_S3_BUCKET: bucket,
    KALLI_S3_ACCESS_KEY: accessKey,
    KALLI_S3_SECRET_KEY: secretKey,
  } = values
  return endpoint && bucket && accessKey && secretKey
    ? { endpoint, region, bucket, accessKey, secretKey }
    : null
}

/** A provider's settings come together or not at all. */
const refuseHalfProvider = (values: Values, names: readonly (keyof Values)[]) => {
  const missing = names.filter((name) => !values[name])
  if (missing.length === 0 || missing.length === names.length) return
  throw new StartRefusal(`No puedo iniciar con esta configuración: falta ${missing.join(' y ')}.`)
}

const refuseHalfProduction = (values: z.infer<typeof environment>) => {
  const missing: string[] = []
  if (!values.KALLI_SECRET) missing.push('KALLI_SECRET (32 caracteres o más, igual en todos los procesos)')
  if (!values.KALLI_PUBLIC_URL?.startsWith('https://')) missing.push('KALLI_PUBLIC_URL (con https://)')
  if (!values.KALLI_SMTP_URL) missing.push('KALLI_SMTP_URL (los correos tienen que salir)')
  if (values.KALLI_DEV === '1') missing.push('KALLI_DEV sin poner')
  if (values.KALLI_RATE_LIMITS === 'off') missing.push('KALLI_RATE_LIMITS en «on»')
  if (values.KALLI_SEED !== undefined && values.KALLI_SEED.kind !== 'none')
    missing.push('KALLI_SEED sin poner o en «none»: el pueblo de demostración tiene contraseñas públicas')
  if (!values.KALLI_STRIPE_SECRET_KEY && values.KALLI_STANDINS === 'off')
    missing.push('KALLI_STRIPE_SECRET_KEY y las otras dos de Stripe (solo para pruebas: KALLI_STANDINS=on)')
  if (missing.length > 0)
    throw new StartRefusal(`En producción (KALLI_PRODUCTION=on) hace falta:\n  ${missing.join('\n  ')}`)
}

/** Without https a provider could be anybody; on this machine it is one for development. */
const openIdOf = (values: Values, production: boolean): OpenId | null => {
  const {
    KALLI_OPENID_ISSUER: issuer,
    KALLI_OPENID_CLIENT_ID: clientId,
    KALLI_OPENID_CLIENT_SECRET: clientSecret,
    KALLI_OPENID_LABEL: label,
  } = values
  if (!issuer || !clientId || !clientSecret || !label) return null
  const { protocol, hostname } = new URL(issuer)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol !== 'https:' && (production || !isHere))
    throw new StartRefusal(
      'No puedo iniciar con esta configuración: KALLI_OPENID_ISSUER debe empezar con https://.',
    )
  return { issuer, clientId, clientSecret, label }
}

/** What a browser on this machine types to reach an address that we listen on. */
const inUrl = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Made once and kept where only the owner reads it; signed links survive a restart. */
const ownSecret = (dataFolder: string) => {
  const path = join(dataFolder, 'secret')
  mkdirSync(dataFolder, { recursive: true })
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8').trim()
}
