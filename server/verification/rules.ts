/** Decisions about codes that need no database. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import * as z from 'zod/mini'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { Email } from '#contract/account/account.ts'
import { isCountry } from '#contract/platform/phone.ts'
import { codeDigits, codeMinutes, resendSeconds } from '#contract/verification/verification.ts'
import { knownPhone } from '#server/account/phone.ts'

export const codeLifeMs = codeMinutes * minuteMs

/**
 * The digits of a code are derived from its id with the server's secret: a job that repeats after a crash sends the same ones, and they are
 * in no table and no queue. 48 bits make all codes equally likely, within 1 in 280 million.
 */
export const digitsOf = (secret: string, id: string): string =>
  String(keyed(secret, `digits ${id}`).readUIntBE(0, 6) % 10 ** codeDigits).padStart(codeDigits, '0')

/** The stored hash of a code: bound to its id, channel and address, so that none opens for another. */
export const hashOf = (
  secret: string,
  code: { id: string; channel: string; address: string },
  digits: string,
) => keyed(secret, `code ${code.id} ${code.channel} ${code.address} ${digits}`)

export const isSameHash = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

const keyed = (secret: string, text: string) => {
  const key = createHmac('sha256', secret).update('kalli one-time codes').digest()
  return createHmac('sha256', key).update(text).digest()
}

/** The digits typed or pasted, such as "123 456" or "Tu código es 123456."; empty unless there are six. */
export const typedDigits = (typed: string): string => {
  const digits = typed.replace(/\D/g, '')
  return digits.length === codeDigits ? digits : ''
}

/**
 * The stored form of a number, if a code may go there; else null. +1 covers more countries than the telephone field has, some of them with
 * ranges of expensive numbers.
 */
export const reachablePhone = (typed: string): string | null => {
  const saved = knownPhone(typed)
  const country = saved === null ? undefined : parsePhoneNumberFromString(saved)?.country
  return country !== undefined && isCountry(country) ? saved : null
}

/** Lower case and trimmed, or null. */
export const canonicalEmail = (typed: string): string | null => {
  const parsed = z.safeParse(Email, typed)
  return parsed.success ? parsed.data : null
}

/** Codes in an hour and in a day: to one account, and to one address, from all requesters. Each SMS costs money. */
const maxInHour = 5
const maxInDay = 12

type Earlier = { createdAt: Date; isOwn: boolean; isSameAddress: boolean }

/** Why no code may be sent yet and for how long, by those of the last day; null when it may. */
export const resendRefusal = (earlier: readonly Earlier[], now: Date) => {
  const own = earlier.filter(({ isOwn }) => isOwn)
  const same = earlier.filter(({ isSameAddress }) => isSameAddress)
  const waits = [own, same].flatMap(waitOf(now))
  const longest = waits.toSorted((a, b) => b.seconds - a.seconds)[0]
  return longest !== undefined && longest.seconds > 0
    ? { code: longest.code, retryAfterSeconds: longest.seconds }
    : null
}

const waitOf = (now: Date) => (codes: readonly Earlier[]) => {
  const ages = codes.map(({ createdAt }) => now.getTime() - createdAt.getTime()).toSorted((a, b) => a - b)
  const until = (age: number | undefined, windowMs: number) =>
    age === undefined ? 0 : Math.ceil((windowMs - age) / 1000)
  return [
    { code: 'code_too_soon', seconds: until(ages[0], resendSeconds * 1000) },
    { code: 'too_many_codes', seconds: until(ages[maxInHour - 1], hourMs) },
    { code: 'too_many_codes', seconds: until(ages[maxInDay - 1], 24 * hourMs) },
  ] as const
}

/** The text for a person about why a check did not pass. Codes of Stripe Identity, which the stand-in uses too. */
export const reasonText = (reason: string | null): string => {
  if (reason === null) return 'No pudimos confirmar que eres tú. Intenta de nuevo con buena luz.'
  if (reason.startsWith('selfie'))
    return 'Tu rostro no coincidió con la foto de tu identificación. Intenta con buena luz y sin lentes.'
  if (reason === 'document_expired') return 'Tu identificación está vencida. Usa una vigente.'
  if (reason === 'document_type_not_supported')
    return 'Ese documento no sirve. Usa tu INE, pasaporte o licencia.'
  if (reason === 'under_supported_age') return 'Necesitas ser mayor de edad.'
  if (reason === 'consent_declined')
    return 'No aceptaste que revisaran tu identificación. Puedes intentarlo cuando quieras.'
  return 'No se pudo leer tu identificación. Intenta con buena luz y sin reflejos.'
}

/** Where the person returns to from the provider: their own verification, by their active role (spec §2). */
export const homeOf = (activeRole: string): string => {
  const section = 'section=verification'
  if (activeRole === 'professional') return `/professional-dashboard?tab=profile&${section}`
  return activeRole === 'host' ? `/host-dashboard?tab=profile&${section}` : `/settings?${section}`
}
