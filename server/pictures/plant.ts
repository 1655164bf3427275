// Plants in their pots, in centimetres, with their base at (0, 0).
import {
  between,
  circle,
  ellipse,
  type Rng,
  line,
  mix,
  path,
  pick,
  type Point,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import { leaves } from '#server/pictures/palette.ts'

/** A leaf from its stalk at (x, y): length, width, and direction (0 = up, clockwise). */
export function leaf(x: number, y: number, length: number, width: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180
  const along = (far: number, aside: number): string => {
    const px = Math.sin(angle) * far * length + Math.cos(angle) * aside * width
    const py = -Math.cos(angle) * far * length + Math.sin(angle) * aside * width
    return `${Math.round(px)} ${Math.round(py)}`
  }
  return `M${Math.round(x)} ${Math.round(y)}q${along(0.35, 0.75)} ${along(1, 0)}q${along(-0.65, -0.75)} ${along(-1, 0)}`
}

export type Plant = 'agave' | 'monstera' | 'snake' | 'cactus' | 'palm' | 'olive'

export function plant(rng: Rng, kind: Plant, potColour: string): string {
  const green = pick(rng, leaves)
  const draw = { agave, monstera, snake, cactus, palm, olive }[kind]
  return shadow(30) + draw(rng, green) + pot(rng, potColour)
}

const shadow = (width: number) => ellipse(4, 0, width, width * 0.2, '#33141f', 'opacity=".18"')

/** A clay pot, plain, banded or painted like Talavera; 34 wide, 32 tall. */
function pot(rng: Rng, colour: string): string {
  const body = 'M-17 -32H17L12 -2Q11 0 9 0H-9Q-11 0 -12 -2z'
  const style = rng()
  const base = style < 0.35 ? '#f4ecdd' : colour
  const dark = path('M6 -32H17L12 -2Q11 0 9 0H2Q6 -12 6 -32z', shade(base, 0.2))
  const painted =
    style < 0.35
      ? path('M-15 -20H15L14 -12H-14z', '#2f5f9a') +
        [-9, 0, 9].map((x) => circle(x, -16, 2.4, '#f0b84f')).join('')
      : style < 0.65
        ? path('M-15.5 -22H15.5L15 -18H-15z', tint(base, 0.5))
        : ''
  return (
    path(body, base) +
    painted +
    dark +
    rect(-19, -36, 38, 6, tint(base, 0.12), 2) +
    rect(8, -36, 11, 6, shade(base, 0.14), 2)
  )
}

function agave(rng: Rng, green: string): string {
  const blue = mix(green, '#6f9a96', 0.55)
  const blade = (degrees: number, length: number) => leaf(0, -33, length, 13, degrees)
  const back = [-72, -48, -24, 0, 24, 48, 72]
    .map((degrees) => blade(degrees + between(rng, -5, 5), between(rng, 48, 62)))
    .join('')
  const front = [-60, -34, -10, 14, 38, 62]
    .map((degrees) => blade(degrees + between(rng, -4, 4), between(rng, 34, 46)))
    .join('')
  return (
    path(back, shade(blue, 0.22)) +
    path(front, blue) +
    path([-22, 4, 28].map((degrees) => leaf(0, -33, 30, 5, degrees)).join(''), tint(blue, 0.3))
  )
}

function snake(rng: Rng, green: string): string {
  const blade = (x: number, lean: number, length: number, width: number) => leaf(x, -32, length, width, lean)
  const some = Array.from({ length: 7 }, (_, index) => ({
    x: -10 + index * 3.4,
    lean: (index - 3) * 5 + between(rng, -3, 3),
    length: between(rng, 58, 92),
  }))
  return (
    path(some.map(({ x, lean, length }) => blade(x, lean, length, 10)).join(''), shade(green, 0.12)) +
    path(some.map(({ x, lean, length }) => blade(x + 1, lean, length * 0.94, 4)).join(''), tint(green, 0.42))
  )
}

function cactus(rng: Rng, green: string): string {
  const stem = (x: number, width: number, height: number) =>
    rect(x - width / 2, -30 - height, width, height, green, width / 2) +
    line(
      `M${x - width / 5} ${-34}V${-22 - height}M${x + width / 5} -34V${-22 - height}`,
      tint(green, 0.35),
      1.4,
    )
  const tall = between(rng, 88, 120)
  return (
    stem(-11, 13, tall * 0.62) +
    stem(11, 13, tall * 0.75) +
    stem(0, 16, tall) +
    circle(0, -31 - tall, 4, '#e56f7d') +
    circle(11, -31 - tall * 0.75, 3, '#f0b45f')
  )
}

function monstera(rng: Rng, green: string): string {
  const tips: Point[] = [
    [-46, -78],
    [-30, -112],
    [-4, -128],
    [26, -116],
    [46, -88],
    [14, -92],
    [-18, -86],
  ]
  const stalks = line(
    tips.map(([x, y]) => `M0 -32Q${Math.round(x * 0.3)} ${Math.round(y * 0.8)} ${x} ${y}`).join(''),
    shade(green, 0.25),
    2,
  )
  const heart = ([x, y]: Point, index: number) => {
    const size = between(rng, 17, 24)
    const lean = x / 46
    const dark = index % 2 === 0
    const d =
      `M${x} ${y + size}Q${x - size * 1.5} ${y + size * 0.6} ${x - size} ${y - size * 0.5}Q${x - size * 0.4} ${y - size * 1.1} ${x + lean * 8} ${y - size * 0.6}Q${x + size * 0.6} ${y - size * 1.1} ${x + size} ${y - size * 0.4}Q${x + size * 1.5} ${y + size * 0.6} ${x} ${y + size}z`.replaceAll(
        /-?\d+\.\d+/g,
        (value) => String(Math.round(Number(value))),
      )
    const slits = `M${x} ${Math.round(y + size)}L${Math.round(x + lean * 8)} ${Math.round(y - size * 0.5)}M${Math.round(x - size)} ${Math.round(y)}l${Math.round(size * 0.5)} 4M${Math.round(x + size)} ${Math.round(y)}l${Math.round(-size * 0.5)} 4`
    return (
      path(d, dark ? shade(green, 0.14) : tint(green, 0.08)) +
      line(slits, dark ? tint(green, 0.2) : shade(green, 0.2), 1.5)
    )
  }
  return stalks + tips.map(heart).join('')
}

function palm(rng: Rng, green: string): string {
  const fronds = [-76, -46, -18, 10, 38, 70].map((degrees) => ({
    degrees: degrees + between(rng, -6, 6),
    length: between(rng, 74, 104),
  }))
  const frond = ({ degrees, length }: { degrees: number; length: number }) => {
    const angle = (degrees * Math.PI) / 180
    return Array.from({ length: 5 }, (_, index) => {
      const far = length * (0.36 + index * 0.15)
      const x = Math.sin(angle) * far
      const y = -40 - Math.cos(angle) * far + (far * far) / 420
      return leaf(x, y, 28 - index * 2, 9, degrees - 48) + leaf(x, y, 28 - index * 2, 9, degrees + 48)
    }).join('')
  }
  const ribs = line(
    fronds
      .map(
        ({ degrees, length }) =>
          `M0 -32Q${Math.round(Math.sin((degrees * Math.PI) / 180) * length * 0.5)} ${Math.round(-40 - Math.cos((degrees * Math.PI) / 180) * length * 0.55)} ${Math.round(Math.sin((degrees * Math.PI) / 180) * length)} ${Math.round(-40 - Math.cos((degrees * Math.PI) / 180) * length + (length * length) / 420)}`,
      )
      .join(''),
    shade(green, 0.2),
    2,
  )
  return (
    path(
      fronds
        .filter((_, index) => index % 2 === 0)
        .map(frond)
        .join(''),
      shade(green, 0.16),
    ) +
    ribs +
    path(
      fronds
        .filter((_, index) => index % 2 === 1)
        .map(frond)
        .join(''),
      green,
    )
  )
}

function olive(rng: Rng, green: string): string {
  const grey = mix(green, '#a9b59a', 0.35)
  const crown = Array.from({ length: 30 }, () => {
    const angle = rng() * Math.PI * 2
    const far = Math.sqrt(rng()) * 38
    return leaf(
      Math.cos(angle) * far,
      -122 + Math.sin(angle) * far * 0.9,
      between(rng, 14, 22),
      6,
      rng() * 360,
    )
  })
  return (
    line(
      'M0 -32Q3 -60 -2 -96M-1 -72Q10 -90 20 -108M-1 -80Q-14 -96 -22 -116',
      '#7a5a44',
      4,
      'stroke-linecap="round"',
    ) +
    path(crown.slice(0, 15).join(''), shade(grey, 0.2)) +
    path(crown.slice(15).join(''), tint(grey, 0.12))
  )
}

/** A plant that hangs from a shelf or the ceiling; its cord ends at (0, 0). */
export function hangingPlant(rng: Rng, colour: string, cord: number): string {
  const green = pick(rng, leaves)
  const trails = Array.from({ length: 6 }, (_, index) => ({
    x: -20 + index * 8,
    length: between(rng, 34, 92),
  }))
  const vines = line(
    trails
      .map(
        ({ x, length }) =>
          `M${Math.round(x / 2)} ${cord}Q${x * 1.3} ${cord + 12} ${x} ${Math.round(cord + length)}`,
      )
      .join(''),
    shade(green, 0.2),
    1.5,
  )
  const foliage = trails.flatMap(({ x, length }) =>
    Array.from({ length: Math.floor(length / 11) }, (_, index) =>
      leaf(x * (0.7 + index * 0.04), cord + 6 + index * 11, 13, 9, index % 2 === 0 ? 120 : 235),
    ),
  )
  const crown = Array.from({ length: 9 }, (_, index) =>
    leaf(-12 + index * 3, cord - 4, between(rng, 14, 22), 10, -64 + index * 16),
  )
  return (
    line(`M0 0L-14 ${cord}M0 0L14 ${cord}`, '#8a6a4c', 1.2) +
    vines +
    path(foliage.filter((_, index) => index % 2 === 0).join(''), green) +
    path(foliage.filter((_, index) => index % 2 === 1).join(''), shade(green, 0.16)) +
    path(crown.join(''), tint(green, 0.1)) +
    path(`M-17 ${cord}H17Q16 ${cord + 20} 0 ${cord + 21}Q-16 ${cord + 20} -17 ${cord}z`, colour) +
    path(`M5 ${cord}H17Q16 ${cord + 20} 0 ${cord + 21}Q6 ${cord + 12} 5 ${cord}z`, shade(colour, 0.18))
  )
}
