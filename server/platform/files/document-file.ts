/** Documents that people send: which files are accepted, and the date that applies to them. */
import { fittedOf, isPicture } from '#server/platform/files/image.ts'
import { refuse } from '#server/platform/refuse.ts'

/** The date that applies to documents: it changes for everyone at once, at the capital's midnight. */
export const documentDay = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDate()
    .toString()

/**
 * Accepts only what a person can read and no program can hide in: a picture re-encoded without its location, or a PDF by its first
 * bytes, which is only ever served as a download. Refuses `not_a_paper`.
 */
export const readableDocument = async (file: Uint8Array): Promise<{ bytes: Uint8Array; type: string }> => {
  if (Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-')
    return { bytes: file, type: 'application/pdf' }
  if (!isPicture(file)) return refuse('not_a_paper')
  const { renditions } = await fittedOf(file, { sizes: [2000], formats: ['jpeg'], minPixels: 200 })
  const [picture] = renditions
  return picture === undefined ? refuse('not_a_paper') : { bytes: picture.bytes, type: 'image/jpeg' }
}
