import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'

const secret = 'a-secret-that-is-long-enough-for-all'
const read = (env: Record<string, string> = {}) => readConfig({ KALLI_SECRET: secret, ...env })
const refusal = (env: Record<string, string>) => {
  try {
    read(env)
  } catch (error) {
    assert.ok(error instanceof StartRefusal, String(error))
    return error.message
  }
  assert.fail(`was not refused: ${JSON.stringify(env)}`)
}

test('without settings the config is the demo data on localhost:3000 with rate limits', () => {
  const config = read()
  assert.deepEqual([config.port, config.host, config.publicUrl], [3000, 'localhost', 'http://localhost:3000'])
  assert.deepEqual(config.seed, { kind: 'town' })
  assert.deepEqual([config.rateLimits, config.production, config.dev], [true, false, false])
  assert.deepEqual([config.databaseUrl, config.smtpUrl, config.metricsToken], [null, null, null])
})

test('an empty variable counts as not set', () => {
  assert.equal(read({ PORT: '', KALLI_SEED: '', DATABASE_URL: '' }).port, 3000)
})

test('each setting is read', () => {
  const config = read({
    PORT: '0',
    HOST: '::1',
    DATABASE_URL: 'postgres://kalli@db/kalli',
    KALLI_DATA: '/tmp/somewhere',
    KALLI_RATE_LIMITS: 'off',
    KALLI_MESSAGES_AT_ONCE: '4',
    KALLI_SMTP_URL: 'smtps://user:password@mail.example.mx:465',
    KALLI_PUBLIC_URL: 'https://kalli.example.mx/',
    KALLI_LOG_LEVEL: 'debug',
    KALLI_DEV: '1',
  })
  assert.equal(config.port, 0)
  assert.equal(config.databaseUrl, 'postgres://kalli@db/kalli')
  assert.equal(config.dataFolder, '/tmp/somewhere')
  assert.equal(config.publicUrl, 'https://kalli.example.mx')
  assert.equal(config.smtpUrl, 'smtps://user:password@mail.example.mx:465')
  assert.deepEqual([config.messagesAtOnce, read({}).messagesAtOnce], [4, 16])
  assert.deepEqual([config.rateLimits, config.dev, config.logLevel], [false, true, 'debug'])
  assert.equal(read({ HOST: '::1', PORT: '3001' }).publicUrl, 'http://[::1]:3001')
  assert.equal(read({ HOST: '0.0.0.0' }).publicUrl, 'http://localhost:3000')
})

test('the seed is a name or a number of professionals', () => {
  assert.deepEqual(read({ KALLI_SEED: 'small' }).seed, { kind: 'small' })
  assert.deepEqual(read({ KALLI_SEED: 'none' }).seed, { kind: 'none' })
  assert.deepEqual(read({ KALLI_SEED: '1000000' }).seed, { kind: 'count', professionals: 1_000_000 })
})

const wrong: Record<string, string[]> = {
  PORT: ['abc', '-1', '65536', '3000.5', '0x10'],
  DATABASE_URL: ['mysql://db/kalli', 'kalli'],
  KALLI_SEED: ['city', '0', '1000001', '-5', '2.5'],
  KALLI_SECRET: ['short'],
  KALLI_RATE_LIMITS: ['no', 'OFF', 'false'],
  KALLI_MESSAGES_AT_ONCE: ['0', '101', '2.5', 'many'],
  KALLI_PRODUCTION: ['yes'],
  KALLI_PUBLIC_URL: ['kalli.mx', 'ftp://kalli.mx'],
  KALLI_SMTP_URL: ['http://mail'],
  KALLI_MAIL_FROM: ['Kalli'],
  KALLI_METRICS_TOKEN: ['short'],
  KALLI_LOG_LEVEL: ['loud'],
}
for (const [name, values] of Object.entries(wrong)) {
  test(`a wrong ${name} is refused by name`, () => {
    for (const value of values)
      assert.match(refusal({ [name]: value }), new RegExp(`^  ${name} debe `, 'm'), value)
  })
}

test('all errors are reported at once, and no secret is printed', () => {
  const message = refusal({ PORT: 'x', KALLI_SEED: 'y', KALLI_SECRET: 'hunter2' })
  assert.match(message, /PORT[^]*KALLI_SEED[^]*KALLI_SECRET/)
  assert.doesNotMatch(message, /hunter2/)
})

test('a sign-in provider must be set completely, and is absent without https', () => {
  const whole = {
    KALLI_OPENID_ISSUER: 'https://id.example',
    KALLI_OPENID_CLIENT_ID: 'kalli',
    KALLI_OPENID_CLIENT_SECRET: 'secreto',
    KALLI_OPENID_LABEL: 'Casa Azul',
  }
  assert.equal(read().openId, null)
  assert.deepEqual(read(whole).openId, {
    issuer: 'https://id.example',
    clientId: 'kalli',
    clientSecret: 'secreto',
    label: 'Casa Azul',
  })
  for (const name of Object.keys(whole))
    assert.throws(() => read({ ...whole, [name]: '' }), /falta KALLI_OPENID/)
  assert.throws(() => read({ ...whole, KALLI_OPENID_ISSUER: 'http://id.example' }), /con https:/)
  assert.ok(read({ ...whole, KALLI_OPENID_ISSUER: 'http://localhost:4000' }).openId)
})

test('production does not start half configured', () => {
  const message = refusal({ KALLI_PRODUCTION: 'on', KALLI_SECRET: '', KALLI_RATE_LIMITS: 'off' })
  for (const name of ['KALLI_SECRET', 'KALLI_PUBLIC_URL', 'KALLI_SMTP_URL', 'KALLI_RATE_LIMITS']) {
    assert.match(message, new RegExp(name))
  }
  const whole = {
    KALLI_PRODUCTION: 'on',
    KALLI_PUBLIC_URL: 'https://kalli.mx',
    KALLI_SMTP_URL: 'smtp://mail',
    KALLI_STANDINS: 'on',
  }
  assert.deepEqual(read(whole).seed, { kind: 'none' })
  assert.deepEqual(read({ ...whole, KALLI_SEED: 'none' }).seed, { kind: 'none' })
})

test('production takes no demo data, and no stubs without their setting', () => {
  const whole = {
    KALLI_PRODUCTION: 'on',
    KALLI_PUBLIC_URL: 'https://kalli.mx',
    KALLI_SMTP_URL: 'smtp://mail',
    KALLI_STANDINS: 'on',
  }
  for (const world of ['town', 'small', '200'])
    assert.match(refusal({ ...whole, KALLI_SEED: world }), /KALLI_SEED sin poner o en «none»/)
  assert.match(refusal({ ...whole, KALLI_STANDINS: '' }), /KALLI_STRIPE_SECRET_KEY [^]*KALLI_STANDINS=on/)
  const stripe = {
    KALLI_STRIPE_SECRET_KEY: 'sk_live_1',
    KALLI_STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    KALLI_STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  assert.equal(read({ ...whole, ...stripe, KALLI_STANDINS: '' }).stripe?.key, 'sk_live_1')
})

test('without a secret one is generated, stored readable only by its owner, and reused', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'kalli-config-')), 'new')
  try {
    const first = readConfig({ KALLI_DATA: folder }).secret
    assert.match(first, /^[0-9a-f]{64}$/)
    assert.equal(statSync(join(folder, 'secret')).mode & 0o777, 0o600)
    assert.equal(readConfig({ KALLI_DATA: folder }).secret, first)
  } finally {
    rmSync(join(folder, '..'), { recursive: true })
  }
})

test('a provider’s settings are complete or absent, and its secrets are not printed', () => {
  const twilio = {
    KALLI_TWILIO_ACCOUNT_SID: `AC${'a1'.repeat(16)}`,
    KALLI_TWILIO_AUTH_TOKEN: 'a token that is long enough',
    KALLI_TWILIO_FROM: '+525512345678',
  }
  assert.equal(read().twilio, null)
  assert.equal(read(twilio).twilio?.from, '+525512345678')
  assert.match(refusal({ ...twilio, KALLI_TWILIO_FROM: '' }), /falta KALLI_TWILIO_FROM/)
  assert.match(refusal({ ...twilio, KALLI_TWILIO_FROM: '5512345678' }), /KALLI_TWILIO_FROM debe ser/)
  assert.equal(read().stripeIdentity, null)
  const stripe = { KALLI_STRIPE_IDENTITY_KEY: 'rk_live_1', KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET: 'whsec_1' }
  assert.equal(read(stripe).stripeIdentity?.key, 'rk_live_1')
  const wrong = refusal({ ...stripe, KALLI_STRIPE_IDENTITY_WEBHOOK_SECRET: 'mistyped-secret' })
  assert.ok(!wrong.includes('mistyped-secret'))
})

test('cards are taken by Stripe with three keys of one mode, else by the stub', () => {
  const keys = {
    KALLI_STRIPE_SECRET_KEY: 'sk_test_mistyped',
    KALLI_STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    KALLI_STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  assert.equal(read().stripe, null)
  assert.deepEqual(read(keys).stripe, {
    key: 'sk_test_mistyped',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    accountsWebhookSecret: null,
    url: 'https://api.stripe.com',
  })
  const accounts = { ...keys, KALLI_STRIPE_ACCOUNTS_WEBHOOK_SECRET: 'whsec_2' }
  assert.equal(read(accounts).stripe?.accountsWebhookSecret, 'whsec_2')
  for (const name of Object.keys(keys))
    assert.match(refusal({ ...keys, [name]: '' }), new RegExp(`falta ${name}`))
  for (const [name, value] of [
    ['KALLI_STRIPE_SECRET_KEY', 'pk_test_1'],
    ['KALLI_STRIPE_PUBLISHABLE_KEY', "pk_test_1'; script-src *"],
    ['KALLI_STRIPE_PUBLISHABLE_KEY', 'pk_live_1'],
    ['KALLI_STRIPE_API_URL', 'stripe.com'],
  ] as const) {
    const message = refusal({ ...keys, [name]: value })
    assert.match(message, new RegExp(name))
    assert.ok(!message.includes('mistyped'))
  }
})

test('streets use a public style or none, places are our own until configured, and a half setting is refused by name', () => {
  const own = read()
  assert.deepEqual(
    [own.googlePlaces, own.mapStyle, own.mapOrigins],
    [null, 'https://tiles.openfreemap.org/styles/liberty', []],
  )
  assert.equal(read({ KALLI_MAP_STYLE: 'none' }).mapStyle, null)
  assert.equal(own.geocoder, null)
  assert.equal(
    read({ KALLI_GEOCODER_URL: 'https://buscador.example/' }).geocoder?.url,
    'https://buscador.example',
  )
  const theirs = read({
    KALLI_GOOGLE_PLACES_KEY: 'AIzaSy-clave-publica',
    KALLI_GOOGLE_PLACES_API: 'old',
    KALLI_MAP_STYLE: 'https://mapas.example/estilo.json',
    KALLI_MAP_ORIGINS: 'https://losas.example https://letras.example',
  })
  assert.deepEqual(theirs.googlePlaces, { key: 'AIzaSy-clave-publica', api: 'old' })
  assert.deepEqual(theirs.mapOrigins, ['https://losas.example', 'https://letras.example'])
  for (const [name, value] of [
    ['KALLI_GOOGLE_PLACES_KEY', "x'; script-src *"],
    ['KALLI_GOOGLE_PLACES_API', 'newest'],
    ['KALLI_MAP_STYLE', 'mapas.example'],
    ['KALLI_GEOCODER_URL', 'nominatim.example'],
    ['KALLI_MAP_ORIGINS', "https://losas.example; script-src 'unsafe-inline'"],
  ] as const)
    assert.match(refusal({ [name]: value }), new RegExp(name))
})
