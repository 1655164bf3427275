/** The accounts at outside providers: complete, or refused at the start. */
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import type { Values } from '#server/platform/environment.ts'

/** `patienceMs`: the longest wait for an answer. */
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
  /** Signs Meta's webhooks. */
  appSecret: string
  /** Our token for Meta's first call, which verifies the webhook. */
  verifyToken: string
  url: string
  patienceMs: number
  /** The telephone that people write to; null: no link leads there. */
  number: string | null
}

/** Our key pair for web push, and the contact address for push services; `origins` are push services besides those of the browsers. */
export type Vapid = { publicKey: string; privateKey: string; subject: string; origins: readonly string[] }

export type StripeIdentity = { key: string; webhookSecret: string; url: string }

/** The publishable key is for browsers; the other two never leave the server. */
export type Stripe = {
  key: string
  publishableKey: string
  webhookSecret: string
  /** For the webhook about payees' accounts; null without one. */
  accountsWebhookSecret: string | null
  url: string
}

/** A provider of OpenID Connect, and the label of its button ("Continuar con {label}"). */
export type OpenId = { issuer: string; clientId: string; clientSecret: string; label: string }

/** The OAuth client with which professionals connect their Google calendars; separate from the one for sign-in. */
export type GoogleCalendarClient = { clientId: string; clientSecret: string }
/** The same at Microsoft, for Outlook. */
export type MicrosoftCalendarClient = { clientId: string; clientSecret: string }

/** The certificates that sign and push passes for Apple Wallet; PEM. `authority`: Apple's own certificate that signed it (WWDR). */
export type ApplePass = {
  passType: string
  team: string
  certificate: string
  key: string
  authority: string
  pushUrl: string
  /** Only for tests: the authority of the push service's certificate. */
  pushAuthority: string | null
}

/** A service account of Google Wallet; the key is PEM. */
export type GoogleWallet = { issuer: string; email: string; key: string; url: string; tokenUrl: string }

/** A Nominatim-compatible server. */
export type GeocoderSettings = { url: string; patienceMs: number }

export type S3 = {
  /** https://s3.us-east-1.amazonaws.com, or the address of a compatible store. */
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}

/** A worker has a lease of 90 s for its batch (server/messaging/messaging.ts). */
const patienceMs = 10_000

export const twilioOf = (values: Values): Twilio | null => {
  const {
    KALLI_TWILIO_ACCOUNT_SID: accountSid,
    KALLI_TWILIO_AUTH_TOKEN: authToken,
    KALLI_TWILIO_FROM: from,
    KALLI_TWILIO_API_URL: url,
  } = values
  if (!accountSid || !authToken || !from) return null
  return { accountSid, authToken, from, url, patienceMs }
}

export const whatsappOf = (values: Values): Whatsapp | null => {
  const {
    KALLI_WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    KALLI_WHATSAPP_TOKEN: token,
    KALLI_WHATSAPP_APP_SECRET: appSecret,
    KALLI_WHATSAPP_VERIFY_TOKEN: verifyToken,
    KALLI_WHATSAPP_NUMBER: number = null,
    KALLI_WHATSAPP_API_URL: url,
  } = values
  return phoneNumberId && token && appSecret && verifyToken
    ? { phoneNumberId, token, appSecret, verifyToken, number, url, patienceMs }
    : null
}

export const vapidOf = (values: Values): Vapid | null => {
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

export const stripeIdentityOf = (values: Values): StripeIdentity | null => {
  const { KALLI_STRIPE_IDENTITY_KEY: key, KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET: webhookSecret } = values
  return key && webhookSecret ? { key, webhookSecret, url: 'https://api.stripe.com' } : null
}

/** Refuses a mix of keys: a browser's test key with a server's live key would accept cards that cannot be charged. */
export const stripeOf = (values: Values): Stripe | null => {
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

export const s3Of = (values: Values): S3 | null => {
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
export const refuseHalfProvider = (values: Values, names: readonly (keyof Values)[]) => {
  const missing = names.filter((name) => !values[name])
  if (missing.length === 0 || missing.length === names.length) return
  throw new StartRefusal(`No puedo iniciar con esta configuración: falta ${missing.join(' y ')}.`)
}

/** Without https anyone could pose as the provider; on this machine it is one for development. */
export const openIdOf = (values: Values, production: boolean): OpenId | null => {
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

export const googleCalendarOf = (values: Values): GoogleCalendarClient | null => {
  const { KALLI_GOOGLE_CALENDAR_CLIENT_ID: clientId, KALLI_GOOGLE_CALENDAR_CLIENT_SECRET: clientSecret } =
    values
  return clientId && clientSecret ? { clientId, clientSecret } : null
}

export const microsoftCalendarOf = (values: Values): MicrosoftCalendarClient | null => {
  const {
    KALLI_MICROSOFT_CALENDAR_CLIENT_ID: clientId,
    KALLI_MICROSOFT_CALENDAR_CLIENT_SECRET: clientSecret,
  } = values
  return clientId && clientSecret ? { clientId, clientSecret } : null
}

/** A person who types an address waits for it. */
const geocoderPatienceMs = 4_000

export const geocoderOf = ({ KALLI_GEOCODER_URL: url }: Values): GeocoderSettings | null =>
  url === undefined ? null : { url: url.replace(/\/+$/, ''), patienceMs: geocoderPatienceMs }

/** Line ends may be written as \\n, since some places for settings allow only one line. */
const pemOf = (text: string) => text.replaceAll('\\n', '\n')

export const applePassOf = (values: Values): ApplePass | null => {
  const {
    KALLI_APPLE_PASS_TYPE: passType,
    KALLI_APPLE_PASS_TEAM: team,
    KALLI_APPLE_PASS_CERTIFICATE: certificate,
    KALLI_APPLE_PASS_KEY: key,
    KALLI_APPLE_PASS_AUTHORITY: authority,
  } = values
  if (!passType || !team || !certificate || !key || !authority) return null
  return {
    passType,
    team,
    certificate: pemOf(certificate),
    key: pemOf(key),
    authority: pemOf(authority),
    pushUrl: 'https://api.push.apple.com',
    pushAuthority: null,
  }
}

export const googleWalletOf = (values: Values): GoogleWallet | null => {
  const {
    KALLI_GOOGLE_WALLET_ISSUER: issuer,
    KALLI_GOOGLE_WALLET_EMAIL: email,
    KALLI_GOOGLE_WALLET_KEY: key,
  } = values
  if (!issuer || !email || !key) return null
  return {
    issuer,
    email,
    key: pemOf(key),
    url: 'https://walletobjects.googleapis.com',
    tokenUrl: 'https://oauth2.googleapis.com/token',
  }
}
