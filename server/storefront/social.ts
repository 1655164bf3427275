/**
 * The picture beside a shared link: 1200 × 630, drawn with our fonts and colours from a few words and one picture. Drawn once for the same
 * words and stored on disk under their hash. Independent of who is shown.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createElement, type CSSProperties, type ReactElement } from 'react'
import type Sharp from 'sharp'
import { openGate } from '#server/platform/gate.ts'

export type Card = {
  eyebrow: string
  title: string
  /** Short lines under the title. */
  lines: readonly string[]
  /** A word in a small seal, such as a price. */
  seal: string | null
  /** The picture's address on this site; null: our logo. */
  picture: string | null
  shape: 'arch' | 'wide'
}

/** A new design gets a new number, and with it every card a new address. */
const look = 1
const width = 1200
const height = 630
const maxSaved = 3000

/** Changes whenever anything on the card does. */
export const hashOf = (card: Card) =>
  createHash('sha256')
    .update(JSON.stringify([look, card]))
    .digest('hex')
    .slice(0, 20)

/** One at a time: a card takes a tenth of a second, and page requests wait meanwhile. */
const gate = openGate({ atOnce: 1, maxWaitMs: 5000 })

/** The card as PNG. `read` returns the bytes of a picture of this site. */
export const cardPicture = async (
  folder: string,
  card: Card,
  read: (path: string) => Promise<Buffer | null>,
): Promise<Buffer> => {
  const path = join(folder, `${hashOf(card)}.png`)
  const saved = await savedAt(path)
  if (saved !== null) return saved
  await gate.enter()
  try {
    // The previous request in the queue may have drawn the same.
    const meanwhile = await savedAt(path)
    if (meanwhile !== null) return meanwhile
    const drawn = await draw(card, card.picture === null ? null : await read(card.picture))
    await keep(folder, path, drawn)
    return drawn
  } finally {
    gate.leave()
  }
}

const savedAt = (path: string) => readFile(path).catch(() => null)

let written = 0
/** Written to a temporary file and renamed, so that no reader gets half a picture; the oldest are deleted when there are too many. */
const keep = async (folder: string, path: string, content: Buffer) => {
  await mkdir(folder, { recursive: true })
  const aside = join(folder, `.${randomUUID()}`)
  await writeFile(aside, content)
  await rename(aside, path)
  written += 1
  if (written % 200 === 0) await forgetOldest(folder)
}

const forgetOldest = async (folder: string) => {
  const names = await readdir(folder)
  if (names.length <= maxSaved) return
  const dated = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  )
  const oldest = dated.toSorted((a, b) => a.at - b.at).slice(0, names.length - maxSaved + 500)
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })))
}

const colours = {
  plaster: '#faf5ed',
  sunk: '#f2e9dc',
  ink: '#2a1d15',
  muted: '#665446',
  barro: '#a63f24',
  soft: '#f9e4d8',
}
const business = 'M4 13h5V8h6V3h10v5h6v5h5v24h-9V24a7 7 0 0 0-14 0v13H4V13Z'
const picturePlace = {
  arch: { left: 770, top: 70, width: 350, height: 470 },
  wide: { left: 660, top: 0, width: 540, height: 597 },
} as const

const draw = async (card: Card, picture: Buffer | null): Promise<Buffer> => {
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')])
  const svg = await satori(layout(card), { width, height, fonts: await fonts() })
  const place = picturePlace[card.shape]
  const beside = await framed(sharp, picture, card.shape).catch(() => null)
  return sharp(Buffer.from(svg))
    .composite([
      { input: Buffer.from(greca()), left: 0, top: height - 33 },
      ...(beside === null ? [] : [{ input: beside, left: place.left, top: place.top }]),
    ])
    .png({ compressionLevel: 9, palette: true, quality: 92, dither: 0, effort: 4 })
    .toBuffer()
}

/** A person is shown in an arch, a room fills the side; without a picture the brand's building is shown. */
const framed = async (sharp: typeof Sharp, picture: Buffer | null, shape: Card['shape']) => {
  const { width, height } = picturePlace[shape]
  const door = `<path d="M0 ${height} V${width * 0.55} A${width / 2} ${width * 0.55} 0 0 1 ${width} ${width * 0.55} V${height} Z"`
  if (picture === null) {
    const sign = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${door} fill="${colours.soft}"/><g transform="translate(${width / 2 - 110} ${height / 2 - 80}) scale(5.5)" fill="${colours.barro}"><path d="${business}"/></g></svg>`
    return sharp(Buffer.from(sign)).png().toBuffer()
  }
  const fitted = sharp(picture, { limitInputPixels: 40_000_000, density: 144 }).resize(width, height, {
    fit: 'cover',
    position: 'centre',
  })
  if (shape === 'wide') return fitted.png().toBuffer()
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${door} fill="#fff"/></svg>`
  return fitted
    .flatten({ background: colours.soft })
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

/** The stepped fret along the foot. */
const greca = () => {
  const step = 54
  const steps = Array.from(
    { length: Math.ceil(width / step) + 1 },
    (_, place) => `M${place * step} 22h9v-6h9v-6h18v6h9v6h9`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="33"><rect width="${width}" height="33" fill="${colours.sunk}"/><path d="${steps.join('')}" fill="none" stroke="${colours.barro}" stroke-width="3"/></svg>`
}

type Look = CSSProperties
const box = (style: Look, ...children: (ReactElement | string)[]): ReactElement =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)
/** Text of at most this many lines. */
const text = (content: string, lines: number, style: Look): ReactElement =>
  createElement('div', { style: { display: 'block', lineClamp: lines, ...style } }, visible(content))

/** Characters that our fonts can draw; others would be an empty box. */
const visible = (content: string) =>
  content
    .normalize('NFC')
    .replaceAll(/[^\u0020-\u007E\u00A0-\u017F\u2013-\u2026]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim() || 'Kalli'

const layout = (card: Card) =>
  box(
    { width, height, backgroundColor: colours.plaster, fontFamily: 'Figtree', color: colours.ink },
    box(
      { flexDirection: 'column', width: card.shape === 'arch' ? 700 : 600, padding: '64px 0 0 72px' },
      box(
        { alignItems: 'center', marginBottom: 54 },
        createElement(
          'svg',
          { width: 54, height: 54, viewBox: '0 0 40 40' },
          createElement('path', { d: business, fill: colours.barro }),
        ),
        text('Kalli', 1, { fontFamily: 'Fraunces', fontSize: 42, marginLeft: 14, letterSpacing: -1 }),
      ),
      text(card.eyebrow, 1, { fontSize: 25, fontWeight: 600, color: colours.barro, marginBottom: 14 }),
      text(card.title, 3, {
        fontFamily: 'Fraunces',
        fontSize: card.title.length > 44 ? 52 : 64,
        lineHeight: 1.08,
        letterSpacing: -1.5,
        marginBottom: 22,
      }),
      ...card.lines
        .filter((line) => line !== '')
        .slice(0, 2)
        .map((line) => text(line, 1, { fontSize: 28, color: colours.muted, marginBottom: 8 })),
      ...(card.seal === null
        ? []
        : [
            box(
              {
                alignSelf: 'flex-start',
                marginTop: 18,
                padding: '10px 24px',
                borderRadius: 999,
                backgroundColor: colours.soft,
                color: '#86301a',
                fontSize: 27,
                fontWeight: 600,
              },
              text(card.seal, 1, {}),
            ),
          ]),
    ),
  )

let emails: Promise<Awaited<ReturnType<typeof readFonts>>> | undefined
const fonts = () => (emails ??= readFonts())
const readFonts = async () => {
  const from = createRequire(import.meta.url)
  const file = (name: string) => readFile(from.resolve(`@fontsource/${name}`))
  return [
    {
      name: 'Fraunces',
      weight: 600 as const,
      style: 'normal' as const,
      data: await file('fraunces/files/fraunces-latin-600-normal.woff'),
    },
    {
      name: 'Figtree',
      weight: 400 as const,
      style: 'normal' as const,
      data: await file('figtree/files/figtree-latin-400-normal.woff'),
    },
    {
      name: 'Figtree',
      weight: 600 as const,
      style: 'normal' as const,
      data: await file('figtree/files/figtree-latin-600-normal.woff'),
    },
  ]
}
