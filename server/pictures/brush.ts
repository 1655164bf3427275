// Drawing primitives: a random generator that always yields the same for the same seed, mixed colours, and a few shapes. Every picture is
// SVG text in whole numbers, so that it stays small.

export type Rng = () => number

/** The same parts always give the same series of numbers in [0, 1). */
export function rngOf(...parts: (string | number)[]): Rng {
  let hash = 2166136261
  for (const email of parts.join('/')) hash = Math.imul(hash ^ (email.codePointAt(0) ?? 0), 16777619)
  let state = hash >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function pick<T>(rng: Rng, list: readonly T[]): T {
  const chosen = list[Math.floor(rng() * list.length)]
  if (chosen === undefined) throw new Error('Nothing to pick from')
  return chosen
}

export const between = (rng: Rng, least: number, most: number): number => least + rng() * (most - least)

const channel = (colour: string, index: number) =>
  Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16)

/** Mixes in a share of the other colour: 0 = none of it, 1 = all. Colours are #rrggbb. */
export const mix = (colour: string, other: string, share: number): string =>
  `#${[0, 1, 2]
    .map((index) => Math.round(channel(colour, index) * (1 - share) + channel(other, index) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`

/** Towards the warm dark of all our shadows. */
export const shade = (colour: string, share: number): string => mix(colour, '#33141f', share)
/** Towards sunlit plaster. */
export const tint = (colour: string, share: number): string => mix(colour, '#fff6e8', share)

export type Point = readonly [x: number, y: number]

const whole = (value: number) => Math.round(value)
/** In a path a minus separates two numbers as well as a space does. */
const tight = (d: string) => d.replaceAll(' -', '-')

export const path = (d: string, fill: string, more = ''): string =>
  `<path d="${tight(d)}" fill="${fill}"${more && ` ${more}`}/>`

export const line = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${tight(d)}" fill="none" stroke="${colour}" stroke-width="${width}"${more && ` ${more}`}/>`

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  round = 0,
  more = '',
): string =>
  `<rect x="${whole(x)}" y="${whole(y)}" width="${whole(width)}" height="${whole(height)}"${round ? ` rx="${round}"` : ''} fill="${fill}"${more && ` ${more}`}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${whole(x)}" cy="${whole(y)}" rx="${whole(rx)}" ry="${whole(ry)}" fill="${fill}"${more && ` ${more}`}/>`

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${whole(x)}" cy="${whole(y)}" r="${Math.round(r * 10) / 10}" fill="${fill}"${more && ` ${more}`}/>`

/** The closed outline through some points, in relative steps, which are shorter numbers. */
export const outline = (points: readonly Point[]): string => {
  let [fromX, fromY] = [0, 0]
  const steps = points.map(([x, y]) => {
    const step = `${whole(x) - fromX} ${whole(y) - fromY}`
    fromX = whole(x)
    fromY = whole(y)
    return step
  })
  return `M${steps[0]}l${steps.slice(1).join(' ')}z`
}

/** A box as part of a path, for many of one colour. */
export const box = (x: number, y: number, width: number, height: number): string =>
  `M${whole(x)} ${whole(y)}h${whole(width)}v${whole(height)}h${-whole(width)}z`

/** Round dots of one size and colour, drawn as strokes without length. */
export const dots = (points: readonly Point[], colour: string, diameter: number, more = ''): string =>
  line(
    points.map(([x, y]) => `M${whole(x)} ${whole(y)}h0`).join(''),
    colour,
    diameter,
    `stroke-linecap="round"${more && ` ${more}`}`,
  )

/** Many boxes of several colours, one path for each colour. */
export function boxes(list: readonly { colour: string; d: string }[]): string {
  const byColour = new Map<string, string>()
  for (const { colour, d } of list) byColour.set(colour, (byColour.get(colour) ?? '') + d)
  return [...byColour].map(([colour, d]) => path(d, colour)).join('')
}

/** Places shapes drawn around (0, 0), scaled or mirrored. */
export const put = (x: number, y: number, scale: number, shapes: string, flip = false): string =>
  `<g transform="translate(${whole(x)} ${whole(y)}) scale(${flip ? '-' : ''}${Math.round(scale * 100) / 100} ${Math.round(scale * 100) / 100})">${shapes}</g>`

export const turn = (degrees: number, shapes: string): string =>
  `<g transform="rotate(${whole(degrees)})">${shapes}</g>`

/** A linear gradient to fill with by name: `url(#name)`. Stops are [colour, opacity?]. */
export const gradient = (
  name: string,
  stops: readonly (readonly [colour: string, opacity?: number])[],
  direction: 'down' | 'right' | 'fall' = 'down',
): string => {
  const ends = { down: 'x2="0" y2="1"', right: '', fall: 'y2="1"' }[direction]
  return `<linearGradient id="${name}" ${ends}>${stopsOf(stops)}</linearGradient>`
}

/** A radial gradient. */
export const halo = (name: string, stops: readonly (readonly [colour: string, opacity?: number])[]): string =>
  `<radialGradient id="${name}">${stopsOf(stops)}</radialGradient>`

const stopsOf = (stops: readonly (readonly [colour: string, opacity?: number])[]) =>
  stops
    .map(
      ([colour, opacity], index) =>
        `<stop offset="${Math.round((index / (stops.length - 1)) * 100)}%" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')

/** The whole picture. */
export const sheet = (width: number, height: number, defs: string, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${defs}</defs>${shapes}</svg>`
