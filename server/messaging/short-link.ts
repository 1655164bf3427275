/**
 * Short links for text messages: `/s/<token>` instead of a signed address of two hundred characters. The token is derived from recipient
 * and address with Kalli's secret, so a re-rendered message has the same text and no table has the token. docs/messaging/short-links.md.
 */
import type { FastifyInstance } from 'fastify'
import { dayMs } from '#contract/platform/duration.ts'
import { ownPath } from '#contract/platform/own-path.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { secretBox } from '#server/platform/secret-box.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { type AppContext, ownWork, type Work } from '#server/platform/work.ts'

/** The longest link in a text message; a shorter address stays as it is, since it says where it leads. */
export const maxLinkLength = 40

/** Receipts are looked up long after; the address itself expires by its own signature. */
const lifeDays = 400
const tokenLength = 12
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const forEver = new Date('9999-12-31T00:00:00Z')

/** Shortens each of our addresses in the text that is too long. In or outside a transaction. */
export const withShortLinks = async (work: Work, to: string, text: string): Promise<string> => {
  const { publicUrl } = work.config
  const found = text
    .split(/\s+/)
    .map((word) => word.slice(Math.max(0, word.indexOf(`${publicUrl}/`))).replace(/[.,;:!?)»]+$/, ''))
    .filter((word) => word.startsWith(`${publicUrl}/`) && word.length > maxLinkLength)
  let short = text
  for (const address of new Set(found)) short = short.replaceAll(address, await shortLink(work, to, address))
  return short
}

/** The short form of an address of our own pages, for this telephone alone; the address itself, if it is short or of another site. */
export const shortLink = async (work: Work, to: string, address: string): Promise<string> => {
  const { publicUrl, secret } = work.config
  const [, path, rest] = /^(\/[a-z][a-z-]*\/?)(.*)$/s.exec(pathOf(publicUrl, address)) ?? []
  if (address.length <= maxLinkLength || path === undefined || rest === undefined) return address
  const token = tokenOf(work, { to, address: path + rest })
  const hash = hashToken(token)
  await work.db
    .insertInto('short_links')
    .values({
      token_hash: hash,
      to_phone: to,
      path,
      sealed: secretBox(secret, purpose).seal(rest, hash.toString('hex')),
      created_at: work.now,
      expires_at: new Date(work.now.getTime() + lifeDays * dayMs),
    })
    .onConflict((conflict) =>
      conflict.column('token_hash').doUpdateSet((eb) => ({
        expires_at: eb.fn('greatest', ['excluded.expires_at', 'short_links.expires_at']),
      })),
    )
    .execute()
  return `${publicUrl}/s/${token}`
}

const purpose = 'short links'

const pathOf = (publicUrl: string, address: string) =>
  address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : ''

/** 71 bits: twelve characters of 62. */
const tokenOf = (work: Pick<Work, 'tokens'>, link: { to: string; address: string }): string => {
  const bytes = hashToken(work.tokens.sign('short-link', link, forEver))
  let number = (bytes.readBigUInt64BE(0) << 64n) + bytes.readBigUInt64BE(8)
  return Array.from({ length: tokenLength }, () => {
    const sign = alphabet.charAt(Number(number % 62n))
    number /= 62n
    return sign
  }).join('')
}

/** The path that a token leads to; null when unknown, expired or deleted. Changes nothing. */
const targetOf = async (work: Work, token: string): Promise<string | null> => {
  if (!/^[0-9A-Za-z]{12}$/.test(token)) return null
  const hash = hashToken(token)
  const row = await work.db
    .selectFrom('short_links')
    .select(['path', 'sealed'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', work.now)
    .executeTakeFirst()
  if (row === undefined) return null
  const wanted = row.path + secretBox(work.config.secret, purpose).open(row.sealed, hash.toString('hex'))
  return ownPath(wanted)
}

/** `GET /s/<token>`: redirects and changes nothing, so that link scanners use nothing up. */
export const mountShortLinks = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { token: string } }>('/s/:token', async (request, reply) => {
    const target = await targetOf(ownWork(context), request.params.token)
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .redirect(target ?? '/guest-bookings?link=over', 302)
  })
}

/** The owner of this telephone left: their links stop working. */
export const forgetShortLinks = async (work: Work, phones: readonly string[]): Promise<void> => {
  if (phones.length > 0) await work.db.deleteFrom('short_links').where('to_phone', 'in', phones).execute()
}

export const forgetOldShortLinks = (work: Work) => forgetBefore(work, 'short_links', 'expires_at', work.now)
