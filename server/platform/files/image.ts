/**
 * Re-encodes pictures of unknown origin: only the decoded picture, never the original bytes, so that nothing hidden in the file (a
 * location, a script, another file) is passed on.
 */
import { openGate } from '#server/platform/gate.ts'
import { refuse } from '#server/platform/refuse.ts'

/** Fractions of the picture as displayed, from its upper left corner. */
export type Crop = { x: number; y: number; width: number; height: number }
export type Format = 'avif' | 'webp' | 'jpeg'
export type Rendition = { size: number; format: Format; bytes: Uint8Array }

/** As large as photos of today's phones; beyond that a small file could fill the memory. */
const maxPixels = 50_000_000
/** The working copy is at most this wide and high: the largest size with room to crop. */
const workingSide = 2048

/** Loaded with the first picture, since most processes need none on most days. */
const library = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
type Sharp = Awaited<ReturnType<typeof library>>
/** One at a time: decoding a large picture is the heaviest thing that a request can cause. */
const gate = openGate({ atOnce: 1, maxWaitMs: 10_000 })

/** Squares of each size in each format. Refuses `not_a_picture`, `picture_too_large`, `picture_too_small`. */
export const squaresOf = async (
  bytes: Uint8Array,
  crop: Crop,
  wanted: { sizes: readonly number[]; formats: readonly Format[]; minPixels: number },
): Promise<Rendition[]> => {
  if (!isPicture(bytes)) refuse('not_a_picture')
  await gate.enter()
  try {
    const sharp = await library()
    const { data, info } = await upright(sharp, bytes)
    const area = areaOf(crop, info)
    if (Math.min(area.width, area.height) < wanted.minPixels) refuse('picture_too_small')
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const renditions: Rendition[] = []
    for (const size of wanted.sizes) {
      const square = await sharp(data, { raw }).extract(area).resize(size, size).png().toBuffer()
      for (const format of wanted.formats)
        renditions.push({ size, format, bytes: await encoded(sharp(square), format) })
    }
    return renditions
  } finally {
    gate.leave()
  }
}

/** The whole picture, no side longer than each of the sizes, in each format; and the dimensions of the largest. */
export const fittedOf = async (
  bytes: Uint8Array,
  wanted: { sizes: readonly number[]; formats: readonly Format[]; minPixels: number },
): Promise<{ width: number; height: number; renditions: Rendition[] }> => {
  if (!isPicture(bytes)) refuse('not_a_picture')
  await gate.enter()
  try {
    const sharp = await library()
    const { data, info } = await upright(sharp, bytes)
    if (Math.min(info.width, info.height) < wanted.minPixels) refuse('picture_too_small')
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const renditions: Rendition[] = []
    let sides = { width: 0, height: 0 }
    for (const size of wanted.sizes) {
      const fit = { width: size, height: size, fit: 'inside', withoutEnlargement: true } as const
      const { data: fitted, info: now } = await sharp(data, { raw })
        .resize(fit)
        .png()
        .toBuffer({ resolveWithObject: true })
      if (now.width > sides.width) sides = { width: now.width, height: now.height }
      for (const format of wanted.formats)
        renditions.push({ size, format, bytes: await encoded(sharp(fitted), format) })
    }
    return { ...sides, renditions }
  } finally {
    gate.leave()
  }
}

/** Decoded, rotated upright, without transparency, in sRGB; its metadata is dropped. */
const upright = async (sharp: Sharp, bytes: Uint8Array) => {
  const source = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const { width, height } = await source.metadata().catch(() => refuse('not_a_picture'))
  if (width * height > maxPixels) refuse('picture_too_large')
  return source
    .autoOrient()
    .resize({ width: workingSide, height: workingSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse('not_a_picture'))
}

const areaOf = (crop: Crop, { width, height }: { width: number; height: number }) => {
  const left = Math.min(Math.round(crop.x * width), width - 1)
  const top = Math.min(Math.round(crop.y * height), height - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(crop.width * width), width - left)),
    height: Math.max(1, Math.min(Math.round(crop.height * height), height - top)),
  }
}

const encoded = (picture: ReturnType<Sharp>, format: Format) => {
  if (format === 'avif') return picture.avif({ quality: 55, effort: 3 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 80 }).toBuffer()
  return picture.jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

/** Judged by its first bytes, not its name; an SVG can hold scripts and does not count. */
export const isPicture = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    (head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(head.slice(8, 32)))
  )
}
