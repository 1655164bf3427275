// Drawn portraits: Open Peeps by Pablo Stanley (CC0) through DiceBear (MIT), with only the heads, faces and glasses of adult professionals,
// in our colours, before an arch. The same person always looks the same.
import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import { circle, type Rng, rngOf, mix, path, pick, rect, shade, tint } from '#server/pictures/brush.ts'

/** A person's look as set by the seed: a woman, a man, or drawn at random. */
export type Look = 'woman' | 'man' | 'any'

const women = [
  'bangs',
  'bangs2',
  'bun',
  'bun2',
  'grayBun',
  'grayMedium',
  'long',
  'longBangs',
  'longCurly',
  'medium1',
  'medium2',
  'medium3',
  'mediumBangs',
  'mediumBangs2',
  'mediumBangs3',
  'mediumStraight',
  'long',
  'medium3',
] as const
const men = [
  'short1',
  'short2',
  'short3',
  'short4',
  'short5',
  'pomp',
  'shaved2',
  'grayShort',
  'short4',
  'short1',
  'shaved1',
  'noHair1',
] as const
const faces = ['smile', 'smile', 'smile', 'smile', 'calm', 'calm', 'cute', 'eatingHappy'] as const
const beards = ['chin', 'full', 'full4', 'moustache5', 'moustache6', 'moustache7', 'moustache9'] as const
const glasses = ['glasses', 'glasses2', 'glasses3', 'glasses5'] as const

// From fair to deep, weighted by frequency.
const skins = [
  'f1cba6',
  'e8b68c',
  'dea679',
  'd39a6b',
  'd39a6b',
  'c78b5c',
  'c78b5c',
  'b87a4e',
  'b87a4e',
  'a56a42',
  '8f5836',
  '74462c',
] as const
const hairs = ['#1f1512', '#2a1a14', '#2a1a14', '#38221a', '#4a2c1e', '#5f3a24'] as const
const greys = ['#8d857e', '#b3aaa2', '#6f6862'] as const
const clothes = [
  'c4603f',
  'a63f24',
  '27634f',
  '5f9a80',
  '5a449b',
  '9682bf',
  'd89a3a',
  'f4e6cf',
  '3f7391',
  'b23a5c',
  'e9b49c',
  '3a3a44',
] as const
const walls = [
  ['#f3dcc6', '#e2a27f'],
  ['#f6e3c4', '#e8b765'],
  ['#e6ebdc', '#9dbda4'],
  ['#ece4f1', '#b9a7dc'],
  ['#f7dcd2', '#e58f86'],
  ['#e2ebea', '#8fb3bd'],
  ['#f2e6d6', '#c9a583'],
  ['#e9dfd2', '#7da08e'],
  ['#f5e1d8', '#cf7d5a'],
] as const

/** A square portrait, 704 × 704. */
export function drawPerson(seed: number, look: Look = 'any'): string {
  const rng = rngOf('person', seed)
  const woman = look === 'any' ? rng() < 0.62 : look === 'woman'
  const head = woman ? pick(rng, women) : pick(rng, men)
  const grey = head.startsWith('gray') ? rng() < 0.6 : rng() < 0.04
  const hair = grey ? pick(rng, greys) : pick(rng, hairs)
  const drawn = createAvatar(openPeeps, {
    seed: String(seed),
    head: [head],
    face: [pick(rng, faces)],
    facialHair: [pick(rng, beards)],
    facialHairProbability: !woman && rng() < 0.42 ? 100 : 0,
    accessories: [pick(rng, glasses)],
    accessoriesProbability: rng() < 0.2 ? 100 : 0,
    maskProbability: 0,
    skinColor: [pick(rng, skins)],
    clothingColor: [pick(rng, clothes)],
    headContrastColor: [hair.slice(1)],
  }).toString()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 704 704" width="704" height="704">${backdrop(rng)}${inOurInk(figureOf(drawn))}</svg>`
}

/** The arch of a building, or its sun, behind the head. */
function backdrop(rng: Rng): string {
  const [wall, figure] = pick(rng, walls)
  const shape = pick(rng, [
    () => path('M92 704V330A260 260 0 0 1 612 330V704z', figure),
    () => circle(352, 352, 276, figure),
    () =>
      path('M92 704V330A260 260 0 0 1 612 330V704z', tint(figure, 0.3)) +
      path('M142 704V338A210 210 0 0 1 562 338V704z', figure),
    () => circle(352, 380, 300, tint(figure, 0.45)) + circle(352, 380, 232, mix(figure, wall, 0.15)),
  ])()
  return rect(0, 0, 704, 704, wall) + shape
}

/** Only the figure of an avatar: without its page, credits (CC0 requires none; docs name them) and mask. */
function figureOf(svg: string): string {
  const from = svg.indexOf('<g mask="url(#viewboxMask)">')
  if (from < 0) throw new Error('An avatar without a figure')
  return svg.slice(from, svg.lastIndexOf('</svg>')).replace(' mask="url(#viewboxMask)"', ' fill="none"')
}

const inOurInk = (shapes: string): string => shapes.replaceAll(/#000(?:000)?\b/g, shade('#2a1a14', 0.1))
