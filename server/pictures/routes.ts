// Serves the drawn pictures. They follow from their address alone, so a browser may keep them for ever.
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { Category, SpaceType } from '#contract/categories.ts'
import { drawPerson, type Look } from '#server/pictures/person.ts'
import { drawCategory } from '#server/pictures/portfolio.ts'
import { drawSpace, shots } from '#server/pictures/space.ts'
import { Refusal } from '#server/platform/refuse.ts'

/** A picture of 20 KB each: some 4 MB at most. */
const mostKept = 200

/**
 * `GET /pictures/person/:n.svg` (`w7`, `m7` or `7`: a woman, a man, anyone), `/pictures/space/:type/:n/:shot.svg` (shots
 * 1 to 4), `/pictures/category/:name.svg` and `/pictures/category/:name/:n.svg` (variants). Anything else is not found.
 */
export function mountPictures(app: FastifyInstance): void {
  const keep = shelf()
  app.get('/pictures/*', (request, reply) => {
    const [address = ''] = request.url.split('?')
    const draw = drawingOf(address)
    if (draw === undefined) throw new Refusal('not_found')
    return send(reply, keep(address, draw))
  })
}

/** What to draw for an address. Numbers are plain, so that a picture has one address only. */
function drawingOf(address: string): (() => string) | undefined {
  const [kind, ...rest] = address.replace(/^\/pictures\//, '').replace(/\.svg$/, '/svg').split('/')
  if (rest.pop() !== 'svg') return undefined
  if (kind === 'person' && rest.length === 1) return personOf(rest[0] ?? '')
  if (kind === 'space' && rest.length === 3) return spaceOf(rest)
  if (kind === 'category' && rest.length <= 2) return categoryOf(rest)
  return undefined
}

const looks: Record<string, Look> = { w: 'woman', m: 'man', '': 'any' }

function personOf(name: string): (() => string) | undefined {
  const look = looks[name.replace(/\d+$/, '')]
  const seed = numberOf(name.replace(/^[wm]/, ''))
  return look === undefined || seed === undefined ? undefined : () => drawPerson(seed, look)
}

function spaceOf([type, n = '', shotText = '']: string[]): (() => string) | undefined {
  const parsed = SpaceType.safeParse(type)
  const seed = numberOf(n)
  const shot = numberOf(shotText)
  if (!parsed.success || seed === undefined || shot === undefined || shot < 1 || shot > shots) return undefined
  return () => drawSpace(parsed.data, seed, shot)
}

function categoryOf([name, variantText = '0']: string[]): (() => string) | undefined {
  const parsed = Category.safeParse(name)
  const variant = numberOf(variantText)
  return parsed.success && variant !== undefined ? () => drawCategory(parsed.data, variant) : undefined
}

const Plain = z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/))
const numberOf = (text: string): number | undefined => (Plain.safeParse(text).success ? Number(text) : undefined)

const send = (reply: FastifyReply, svg: string) =>
  reply
    .type('image/svg+xml; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    // Opened by itself a picture may load and run nothing.
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(svg)

/** Keeps the pictures asked for last. */
function shelf(): (address: string, draw: () => string) => string {
  const kept = new Map<string, string>()
  return (address, draw) => {
    const svg = kept.get(address) ?? draw()
    kept.delete(address)
    kept.set(address, svg)
    if (kept.size > mostKept) for (const oldest of kept.keys()) return forget(kept, oldest, svg)
    return svg
  }
}

function forget(kept: Map<string, string>, oldest: string, svg: string): string {
  kept.delete(oldest)
  return svg
}
