/** Documents that people send: what is taken in, and which day it is for all of them. */
import { fittedOf, isPicture } from '#server/platform/files/image.ts'
import { refuse } from '#server/platform/refuse.ts'

/** The day that counts for documents: it changes for everybody at once, as the capital's does. */
export const documentDay = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDate()
    .toString()

/**
 * What a person can read and a program cannot hide in: a picture made anew, without the place where it was taken, or a
 * PDF by its first bytes, which is only ever handed out as a file. Refuses `not_a_paper`.
 */
export const readableDocument = async (file: Uint8Array): Promise<{ bytes: Uint8Array; type: string }> => {
  if (Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-')
    return { bytes: file, type: 'application/pdf' }
  if (!isPicture(file)) return refuse('not_a_paper')
  const { renditions } = await fittedOf(file, { sizes: [2000], formats: ['jpeg'], minPixels: 200 })
  const [picture] = renditions
  return picture === undefined ? refuse('not_a_paper') : { bytes: picture.bytes, type: 'image/jpeg' }
}
