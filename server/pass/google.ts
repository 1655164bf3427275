/** Google Wallet: a signed link that saves the pass, and updates of saved passes. */
import { dayMs } from '#contract/platform/duration.ts'
import { createSign } from 'node:crypto'
import * as z from 'zod/mini'
import { whenOf, type VisitPass } from '#server/pass/pass.ts'
import type { GoogleWallet } from '#server/platform/config-providers.ts'

const patienceMs = 10_000
const text = (value: string) => ({ defaultValue: { language: 'es-MX', value } })

/** A generic object of Google's Wallet API. */
export const objectOf = ({ issuer }: GoogleWallet, visit: VisitPass) => ({
  id: `${issuer}.${visit.id}`,
  classId: `${issuer}.visit`,
  state: visit.isVoid ? 'INACTIVE' : 'ACTIVE',
  cardTitle: text('Kalli'),
  header: text(visit.service),
  subheader: text(visit.professional),
  hexBackgroundColor: '#5b3f8c',
  textModulesData: [
    { id: 'when', header: 'Cuándo', body: whenOf(visit) },
    { id: 'place', header: 'Lugar', body: visit.place },
    ...(visit.code === '' ? [] : [{ id: 'code', header: 'Código de llegada', body: visit.code }]),
    ...(visit.address === '' ? [] : [{ id: 'address', header: 'Dirección', body: visit.address }]),
    ...(visit.directions === '' ? [] : [{ id: 'way', header: 'Cómo llegar', body: visit.directions }]),
  ],
  linksModuleData: { uris: [{ id: 'visit', description: 'Ver o cambiar la cita', uri: visit.link }] },
  validTimeInterval: {
    start: { date: visit.startsAt.toISOString() },
    end: { date: new Date(visit.endsAt.getTime() + dayMs).toISOString() },
  },
  ...(visit.code === '' || visit.isVoid
    ? {}
    : { barcode: { type: 'QR_CODE', value: visit.code, alternateText: visit.code } }),
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const signed = ({ key }: GoogleWallet, payload: object) => {
  const body = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(payload)}`
  return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`
}

/** Opens Google's own page, where the client saves it. */
export const saveLink = (settings: GoogleWallet, visit: VisitPass, now: Date): string => {
  const jwt = signed(settings, {
    iss: settings.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    payload: {
      genericClasses: [{ id: `${settings.issuer}.visit` }],
      genericObjects: [objectOf(settings, visit)],
    },
  })
  return `https://pay.google.com/gp/v/save/${jwt}`
}

const Token = z.object({ access_token: z.string() })

/** `unknown`: no one saved it, which is the usual case. */
export const patch = async (
  settings: GoogleWallet,
  visit: VisitPass,
  now: Date,
): Promise<'changed' | 'unknown' | 'failed'> => {
  const seconds = Math.floor(now.getTime() / 1000)
  const assertion = signed(settings, {
    iss: settings.email,
    scope: 'https://www.googleapis.com/auth/wallet_object.issuer',
    aud: 'https://oauth2.googleapis.com/token',
    iat: seconds,
    exp: seconds + 3600,
  })
  const granted = await fetch(settings.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const token = z.safeParse(Token, await granted.json().catch(() => null))
  if (!granted.ok || !token.success) return 'failed'
  const object = objectOf(settings, visit)
  const answer = await fetch(`${settings.url}/walletobjects/v1/genericObject/${object.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token.data.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(object),
    signal: AbortSignal.timeout(patienceMs),
  })
  await answer.arrayBuffer()
  return answer.ok ? 'changed' : answer.status === 404 ? 'unknown' : 'failed'
}
