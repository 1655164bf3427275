// Drawn pictures by their address: people, spaces and categories. An address is enough; it does not matter who shows it.
import * as z from 'zod/mini'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { drawPerson, type Look } from '#server/pictures/person.ts'
import { drawCategory } from '#server/pictures/portfolio.ts'
import { drawSpace, shots } from '#server/pictures/space.ts'

/** A picture of 20 KB each: some 4 MB at most. */
const maxSaved = 200

/**
 * The SVG of an address, or undefined: `person/w7.svg` (`w7`, `m7`, `7`: a woman, a man, anyone), `space/chair/7/2.svg` (shots 1 to 4),
 * `category/hair.svg` and its variants `category/hair/2.svg`, `category/hair/2/before.svg`.
 */
export function picture(address: string): string | undefined {
  const svg = saved.get(address) ?? drawingOf(address)?.()
  if (svg === undefined) return undefined
  saved.delete(address)
  saved.set(address, svg)
  if (saved.size > maxSaved) forgetOldest()
  return svg
}

/** The most recently requested pictures, the latest at the end. */
const saved = new Map<string, string>()

function forgetOldest() {
  const [oldest] = saved.keys()
  if (oldest !== undefined) saved.delete(oldest)
}

/** The drawing of an address. Numbers are canonical, so that a picture has one address only. */
function drawingOf(address: string): (() => string) | undefined {
  const [kind, ...rest] = address.replace(/\.svg$/, '/svg').split('/')
  if (rest.pop() !== 'svg') return undefined
  if (kind === 'person' && rest.length === 1) return personOf(rest[0] ?? '')
  if (kind === 'space' && rest.length === 3) return spaceOf(rest)
  if (kind === 'category' && rest.length <= 3) return categoryOf(rest)
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
  if (!parsed.success || seed === undefined || shot === undefined || shot < 1 || shot > shots)
    return undefined
  return () => drawSpace(parsed.data, seed, shot)
}

function categoryOf([name, variantText = '0', when]: string[]): (() => string) | undefined {
  const parsed = Category.safeParse(name)
  const variant = numberOf(variantText)
  if (!parsed.success || variant === undefined || (when !== undefined && when !== 'before')) return undefined
  return () => drawCategory(parsed.data, variant, when === 'before')
}

const Plain = z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/))
const numberOf = (text: string): number | undefined =>
  Plain.safeParse(text).success ? Number(text) : undefined
