// The colours of a place and its light. A space keeps its palette in all its pictures.
import { type Rng, pick } from '#server/pictures/brush.ts'

export type Palette = {
  wall: string
  /** The lower band of the wall, or the painted arch. */
  band: string
  accent: string
  fabric: string
  second: string
  wood: string
  metal: string
  /** Ground, figure and dot of the floor tiles. */
  tile: readonly [string, string, string]
}

const palettes: readonly Palette[] = [
  {
    wall: '#f3dcc6',
    band: '#cd7452',
    accent: '#27634f',
    fabric: '#a63f24',
    second: '#e5a552',
    wood: '#a9693f',
    metal: '#c9a15e',
    tile: ['#f1e4d0', '#b9573a', '#2f5e55'],
  },
  {
    wall: '#e7e6d1',
    band: '#6f9a80',
    accent: '#c9683f',
    fabric: '#2f6b57',
    second: '#e7c27c',
    wood: '#b07a48',
    metal: '#b9985f',
    tile: ['#eee8d6', '#4f7d6b', '#c98246'],
  },
  {
    wall: '#efe1ea',
    band: '#9682bf',
    accent: '#d89a3a',
    fabric: '#5a449b',
    second: '#e8a78c',
    wood: '#9c6644',
    metal: '#c8a06a',
    tile: ['#f0e6e2', '#7864a8', '#d9a24e'],
  },
  {
    wall: '#f5cfc4',
    band: '#d7657a',
    accent: '#2c6d66',
    fabric: '#b23a5c',
    second: '#f0b45f',
    wood: '#a5673f',
    metal: '#cda25f',
    tile: ['#f6e6da', '#c9566b', '#3d7f77'],
  },
  {
    wall: '#f5ecdc',
    band: '#dcc5a2',
    accent: '#a63f24',
    fabric: '#8a5a3c',
    second: '#7f9c7c',
    wood: '#b8824f',
    metal: '#bf9b62',
    tile: ['#efe3cd', '#7b8f7d', '#b45a3c'],
  },
  {
    wall: '#dfe8e8',
    band: '#3f7391',
    accent: '#e09c3b',
    fabric: '#27566f',
    second: '#e07a55',
    wood: '#ab7043',
    metal: '#c4a266',
    tile: ['#f0ead9', '#356a8c', '#e0a348'],
  },
  {
    wall: '#f8e3ad',
    band: '#dd9a35',
    accent: '#8b3a26',
    fabric: '#9a4a2a',
    second: '#3f7d74',
    wood: '#9a5d38',
    metal: '#b98a46',
    tile: ['#f6e8c8', '#d18a2e', '#7c3d2b'],
  },
  {
    wall: '#d98a66',
    band: '#b1583a',
    accent: '#f3dfc0',
    fabric: '#3b5d50',
    second: '#f0c277',
    wood: '#7d4a2f',
    metal: '#d9b070',
    tile: ['#efdcc3', '#a24e33', '#38584d'],
  },
  {
    wall: '#cfdcc9',
    band: '#3d6a58',
    accent: '#d0714d',
    fabric: '#c4603f',
    second: '#ecd09a',
    wood: '#92603b',
    metal: '#bd9a5d',
    tile: ['#ece6d3', '#32604f', '#c9683f'],
  },
  {
    wall: '#e9c8b4',
    band: '#7d5aa0',
    accent: '#3e7a6c',
    fabric: '#6a4b95',
    second: '#edb564',
    wood: '#95603f',
    metal: '#caa269',
    tile: ['#f2e2d2', '#7a5c9f', '#c7643f'],
  },
]

export type Light = {
  name: 'morning' | 'noon' | 'gold' | 'dusk'
  sky: readonly [string, string]
  hill: string
  sun: string
  /** The strength of the sunlight. */
  sunShare: number
  /** The overlay of the whole picture: colour and strength, from the window to the far corner. */
  veil: readonly [near: readonly [string, number], far: readonly [string, number]]
  lampsLit: boolean
}

const lights: readonly Light[] = [
  {
    name: 'morning',
    sky: ['#bfe0e6', '#fdf0d4'],
    hill: '#9db8b4',
    sun: '#fff1c9',
    sunShare: 0.5,
    veil: [
      ['#fff3d6', 0.14],
      ['#6b4a6a', 0.06],
    ],
    lampsLit: false,
  },
  {
    name: 'noon',
    sky: ['#86c5dd', '#e4f3ee'],
    hill: '#86ab9c',
    sun: '#fff8df',
    sunShare: 0.42,
    veil: [
      ['#ffffff', 0.06],
      ['#7a4a3a', 0.04],
    ],
    lampsLit: false,
  },
  {
    name: 'gold',
    sky: ['#f3b27a', '#ffe3b0'],
    hill: '#a97f86',
    sun: '#ffd38a',
    sunShare: 0.55,
    veil: [
      ['#ffbe5e', 0.2],
      ['#6b2340', 0.13],
    ],
    lampsLit: true,
  },
  {
    name: 'dusk',
    sky: ['#4f4680', '#ef9a7c'],
    hill: '#57406f',
    sun: '#f7a987',
    sunShare: 0.2,
    veil: [
      ['#ff9a6a', 0.12],
      ['#3a1440', 0.24],
    ],
    lampsLit: true,
  },
]

/** A palette by its place in the list, cyclically. */
export const paletteAt = (index: number): Palette => {
  const palette = palettes[index % palettes.length]
  if (palette === undefined) throw new Error(`No palette ${index}`)
  return palette
}

export const paletteOf = (rng: Rng): Palette => pick(rng, palettes)

/** People photograph in the morning and in golden light; dusk is for places with lamps. */
export const lightOf = (rng: Rng): Light =>
  pick(rng, [...lights, ...lights.slice(0, 3), ...lights.filter((one) => one.name !== 'dusk')])

export const leaves = ['#3f6f4e', '#4f8060', '#5d8a5a', '#2f5f4d', '#7a9a6a'] as const
