// The view outside: sky, hills, trees, a street.
import {
  between,
  circle,
  dots,
  line,
  type Rng,
  mix,
  path,
  pick,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import type { Style } from '#server/pictures/floor.ts'
import { leaf } from '#server/pictures/plant.ts'

export type View = 'jacaranda' | 'volcano' | 'street' | 'garden' | 'desert'

/** The view through an opening of the given box. */
export function outside(
  rng: Rng,
  view: View,
  { light }: Style,
  x: number,
  y: number,
  w: number,
  h: number,
): string {
  const sky = rect(x, y, w, h, 'url(#sky)')
  const ground = y + h
  const px = (share: number) => Math.round(x + share * w)
  const py = (share: number) => Math.round(y + share * h)
  const hills = path(
    `M${x} ${ground}V${py(0.66)}Q${px(0.25)} ${py(0.5)} ${px(0.5)} ${py(0.64)}T${x + w} ${py(0.58)}V${ground}z`,
    light.hill,
    'opacity=".75"',
  )
  const sun =
    light.name === 'gold' || light.name === 'dusk'
      ? circle(px(0.7), py(0.5), Math.min(w * 0.1, h * 0.22), '#fff0c4', 'opacity=".9"')
      : ''
  if (view === 'volcano')
    return (
      sky +
      sun +
      path(
        `M${px(0.02)} ${ground}L${px(0.46)} ${py(0.3)}L${px(0.56)} ${py(0.3)}L${x + w} ${py(0.82)}V${ground}z`,
        mix(light.hill, '#5a5f8a', 0.35),
      ) +
      path(
        `M${px(0.39)} ${py(0.4)}L${px(0.46)} ${py(0.3)}H${px(0.56)}L${px(0.62)} ${py(0.4)}L${px(0.56)} ${py(0.38)}L${px(0.51)} ${py(0.44)}L${px(0.46)} ${py(0.37)}z`,
        '#fdf6ec',
      ) +
      hills +
      path(blobs(rng, x, ground - h * 0.1, w, h * 0.12), '#4f7a58')
    )
  if (view === 'jacaranda') {
    const purple = light.name === 'dusk' ? '#6a4fa8' : '#9a86d8'
    return (
      sky +
      sun +
      hills +
      line(
        `M${px(0.62)} ${ground}Q${px(0.6)} ${py(0.7)} ${px(0.66)} ${py(0.5)}M${px(0.61)} ${py(0.75)}Q${px(0.5)} ${py(0.6)} ${px(0.42)} ${py(0.52)}`,
        '#5a4238',
        Math.max(5, w * 0.03),
      ) +
      path(crown(rng, px(0.6), py(0.36), w * 0.46, h * 0.3), purple) +
      path(crown(rng, px(0.5), py(0.3), w * 0.26, h * 0.15), tint(purple, 0.3), 'opacity=".8"')
    )
  }
  if (view === 'street') {
    const businesses = ['#e0955f', '#d76f78', '#6fa79b', '#e9bd62', '#8a7ac0']
    const wide = w / 3
    return (
      sky +
      sun +
      [0, 1, 2]
        .map((index) => {
          const left = x + index * wide
          const top = py(0.34 + rng() * 0.16)
          const colour = mix(pick(rng, businesses), light.hill, 0.2)
          return (
            rect(left, top, wide + 1, ground - top, colour) +
            rect(left, top, wide + 1, h * 0.035, tint(colour, 0.5)) +
            rect(left + wide * 0.34, top + h * 0.13, wide * 0.32, h * 0.17, shade(colour, 0.4)) +
            rect(left + wide * 0.3, top + h * 0.31, wide * 0.4, h * 0.02, tint(colour, 0.5))
          )
        })
        .join('') +
      path(blobs(rng, x, ground - h * 0.05, w, h * 0.1), '#4f7a58')
    )
  }
  if (view === 'desert') {
    const column = (share: number, tall: number, wide: number) =>
      rect(px(share), ground - h * tall, w * wide, h * tall, '#5b8a67', Math.round(w * wide * 0.5))
    return (
      sky +
      sun +
      hills +
      column(0.2, 0.5, 0.07) +
      column(0.12, 0.3, 0.05) +
      column(0.29, 0.36, 0.05) +
      column(0.72, 0.42, 0.06) +
      path(
        [-70, -40, -15, 15, 40, 70]
          .map((degrees) => leaf(px(0.52), ground + 4, h * 0.26, w * 0.05, degrees))
          .join(''),
        '#6f9a8c',
      ) +
      rect(x, ground - h * 0.04, w, h * 0.04, '#cf9a6a')
    )
  }
  return (
    sky +
    sun +
    hills +
    path(blobs(rng, x, ground - h * 0.24, w, h * 0.24), '#6f9c6b') +
    path(blobs(rng, x, ground - h * 0.1, w, h * 0.18), '#447253') +
    path(
      Array.from({ length: 9 }, () =>
        leaf(x + rng() * w, ground + 6, between(rng, h * 0.2, h * 0.34), w * 0.05, between(rng, -40, 40)),
      ).join(''),
      '#5b8a5f',
    ) +
    dots(
      Array.from({ length: 8 }, () => [x + rng() * w, ground - h * (0.06 + rng() * 0.2)]),
      pick(rng, ['#e56f8d', '#f2a8b4', '#f0b45f']),
      Math.ceil(w * 0.03),
    )
  )
}

/** The crown of a tree: round clumps around a middle. */
export function crown(rng: Rng, cx: number, cy: number, rx: number, ry: number): string {
  return (
    Array.from({ length: 11 }, (_, index) => {
      const angle = (index / 11) * Math.PI * 2
      return puff(
        cx + Math.cos(angle) * rx * 0.74,
        cy + Math.sin(angle) * ry * 0.74,
        rx * between(rng, 0.22, 0.36),
      )
    }).join('') + puff(cx, cy, rx * 0.56)
  )
}

const puff = (x: number, y: number, r: number) => {
  const round = Math.round(r)
  return `M${Math.round(x) - round} ${Math.round(y)}a${round} ${round} 0 1 0 ${2 * round} 0a${round} ${round} 0 1 0 ${-2 * round} 0`
}

const blobs = (rng: Rng, x: number, y: number, w: number, h: number) =>
  `M${Math.round(x)} ${Math.round(y + h + 80)}V${Math.round(y + h * 0.6)}` +
  Array.from(
    { length: 6 },
    () => `q${Math.round(w / 12)} ${-Math.round(h * between(rng, 0.7, 1.4))} ${Math.round(w / 6)} 0`,
  ).join('') +
  `V${Math.round(y + h + 80)}z`
