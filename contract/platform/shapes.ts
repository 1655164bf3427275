import * as z from 'zod/mini'
import { withoutMarks } from '#contract/platform/phone.ts'

/** Ids of people, spaces, units and services: positive whole numbers. */
export const Id = z.coerce.number().check(z.int(), z.positive())
/** Ids of bookings, payments and other things that are only accessible to their parties. */
export const Uuid = z.uuid()
export const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/** An instant: ISO 8601 in UTC. */
export const Instant = z.iso.datetime({ offset: true })
/** A local date without a zone, 2026-11-20 (there is no year 0). */
export const LocalDate = z.iso.date().check(z.regex(/^[1-9]/))
/** A decimal number as text, such as "4.8" or "650.00" (spec §3). */
export const NumericText = z.string()
/** An IANA zone of Mexico. */
export const Zone = z.string().check(z.minLength(3), z.maxLength(64))
/**
 * Excludes control characters except tab and line end, and marks that change the text direction: others read these
 * texts in lists, emails and receipts.
 */
const unreadable = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u
const isReadable = z.refine(
  (text) => typeof text === 'string' && !unreadable.test(text),
  'has signs that nobody can read',
)
/**
 * At least one visible character: not only blanks, zero-width marks (U+200B), fillers (U+3164), empty Braille patterns
 * or combining accents.
 */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u
const isVisible = z.refine(
  (text) => typeof text === 'string' && (text === '' || visible.test(text)),
  'shows nothing',
)
/** Normalized to NFC, so that separately typed accents are read, searched and printed the same. */
export const Text = (most: number) =>
  z.string().check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(most), isReadable, isVisible)
/** A telephone or another address, typed or pasted: invisible marks are removed. */
export const TypedAddress = (most: number, least = 0) =>
  z.string().check(z.overwrite(withoutMarks), z.minLength(least), z.maxLength(most), isReadable)
/** May be empty. */
export const LongText = (most: number) =>
  z.string().check(z.normalize('NFC'), z.trim(), z.maxLength(most), isReadable, isVisible)
/**
 * Written into a reply without escaping: only for the server's own texts, in characters that need none, where a reply
 * has hundreds.
 */
const asItStands = { 'x-as-it-stands': true }
export const SignedToken = z
  .string()
  .check(z.regex(/^[\w.-]*$/))
  .register(z.globalRegistry, asItStands)
export const SlotInstant = z.iso.datetime().register(z.globalRegistry, asItStands)
export const Nothing = z.object({})
export const Done = z.object({ ok: z.literal(true) })

/** Lists are paged by an opaque cursor; the next page's address is in the `Link` header. */
export const PageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(512))),
}

/** `a,b,c` in a query: each value one of `allowed`. */
/** Comma-separated ids, without duplicates. */
/** "3,1,3" */
export const idRow = (most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,15}(,\d{1,15})*$/)),
      z.transform((text) => text.split(',').map(Number)),
    ),
    z.array(z.int().check(z.positive())).check(z.maxLength(most)),
  )

export const commaList = <const T extends readonly [string, ...string[]]>(allowed: T) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(200)),
        z.transform((text) => (text === '' ? [] : text.split(','))),
      ),
      z.array(z.enum(allowed)),
    ),
  )
