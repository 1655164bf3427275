/** Everything that the environment may set, read once at start. docs/operations.md lists it for people. */
import { minuteMs } from '#contract/platform/duration.ts'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import { type Seed, type LogLevel, type Environment, environment } from '#server/platform/environment.ts'
import {
  type Twilio,
  type Whatsapp,
  type Vapid,
  type StripeIdentity,
  type Stripe,
  type OpenId,
  type S3,
  type GeocoderSettings,
  type ApplePass,
  type GoogleCalendarClient,
  type MicrosoftCalendarClient,
  type GoogleWallet,
  refuseHalfProvider,
  twilioOf,
  whatsappOf,
  vapidOf,
  stripeIdentityOf,
  stripeOf,
  openIdOf,
  s3Of,
  geocoderOf,
  applePassOf,
  googleCalendarOf,
  microsoftCalendarOf,
  googleWalletOf,
} from '#server/platform/config-providers.ts'

export type Config = {
  port: number
  host: string
  /** Null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null
  dataFolder: string
  seed: Seed
  /** Signs slots, links and cookies; at least 32 characters. */
  secret: string
  /** Earlier secrets: they open what was sealed under them, until it is sealed anew. */
  secretsBefore: readonly string[]
  rateLimits: boolean
  /** Calls to message providers at the same time. */
  messagesAtOnce: number
  production: boolean
  /** Pages are served from their sources and reload on change. */
  dev: boolean
  /** Without a slash at the end; links in e-mails start with it. */
  publicUrl: string
  /** Null: email stays in the local outbox. */
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
  /** Null: device notifications stay in the local outbox; in production none are sent. */
  vapid: Vapid | null
  /** Null: the local stand-in checks faces; in production there is no check. */
  stripeIdentity: StripeIdentity | null
  /** Null: cards are taken by the local stand-in, which moves no money. */
  stripe: Stripe | null
  /** Null: people sign in with email and password only. */
  openId: OpenId | null
  /** Null: calendars are connected to the local stand-in; in production to none. */
  googleCalendar: GoogleCalendarClient | null
  microsoftCalendar: MicrosoftCalendarClient | null
  /** Passes of visits for wallets; null hides their buttons. */
  applePass: ApplePass | null
  googleWallet: GoogleWallet | null
  /** Null: user files stay in the data folder. */
  s3: S3 | null
  logLevel: LogLevel
  /** Google's places in the browser; null: Kalli's own. The key is public, restricted to our address by its owner. */
  googlePlaces: { key: string; api: 'new' | 'old' } | null
  /** Address of a MapLibre style; null (`none`): Kalli draws its own map. */
  mapStyle: string | null
  /** Origins of that style's tiles, glyphs and icons, when not those of the style's own address. */
  mapOrigins: readonly string[]
  /** Locates typed addresses; null: a stand-in with invented streets, in production the middle of the neighbourhood. */
  geocoder: GeocoderSettings | null
  /**
   * How often an open stream checks that its user is still signed in: after signing out, the user receives nothing more after this
   * long.
   */
  lineLooksMs: number
}

/** Refuses with a `StartRefusal` that names every faulty variable. Creates the data folder when it creates the secret. */
export const readConfig = (env: Environment): Config => {
  // An empty variable counts as not set, as in a shell's `PORT= npm start`.
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
    'KALLI_APPLE_PASS_TYPE',
    'KALLI_APPLE_PASS_TEAM',
    'KALLI_APPLE_PASS_CERTIFICATE',
    'KALLI_APPLE_PASS_KEY',
    'KALLI_APPLE_PASS_AUTHORITY',
  ])
  refuseHalfProvider(values, [
    'KALLI_GOOGLE_WALLET_ISSUER',
    'KALLI_GOOGLE_WALLET_EMAIL',
    'KALLI_GOOGLE_WALLET_KEY',
  ])
  refuseHalfProvider(values, ['KALLI_GOOGLE_CALENDAR_CLIENT_ID', 'KALLI_GOOGLE_CALENDAR_CLIENT_SECRET'])
  refuseHalfProvider(values, ['KALLI_MICROSOFT_CALENDAR_CLIENT_ID', 'KALLI_MICROSOFT_CALENDAR_CLIENT_SECRET'])
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
    messagesAtOnce: values.KALLI_MESSAGES_AT_ONCE,
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
    googleCalendar: googleCalendarOf(values),
    microsoftCalendar: microsoftCalendarOf(values),
    applePass: applePassOf(values),
    googleWallet: googleWalletOf(values),
    s3: s3Of(values),
    logLevel: values.KALLI_LOG_LEVEL,
    googlePlaces:
      values.KALLI_GOOGLE_PLACES_KEY === undefined
        ? null
        : { key: values.KALLI_GOOGLE_PLACES_KEY, api: values.KALLI_GOOGLE_PLACES_API },
    mapStyle: values.KALLI_MAP_STYLE === 'none' ? null : values.KALLI_MAP_STYLE,
    mapOrigins: values.KALLI_MAP_ORIGINS?.split(' ') ?? [],
    geocoder: geocoderOf(values),
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
  'KALLI_GOOGLE_CALENDAR_CLIENT_SECRET',
  'KALLI_MICROSOFT_CALENDAR_CLIENT_SECRET',
  'KALLI_APPLE_PASS_KEY',
  'KALLI_GOOGLE_WALLET_KEY',
  'KALLI_STRIPE_IDENTITY_KEY',
  'KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET',
  'KALLI_STRIPE_SECRET_KEY',
  'KALLI_STRIPE_WEBHOOK_SECRET',
  'KALLI_STRIPE_ACCOUNTS_WEBHOOK_SECRET',
  'KALLI_OPENID_CLIENT_SECRET',
  'KALLI_S3_SECRET_KEY',
])
const lineLooksMs = minuteMs

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

/** The host that a browser on this machine uses to reach an address that we listen on. */
const inUrl = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Created once and readable by the owner only; signed links survive a restart. */
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
