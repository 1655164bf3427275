/** What a professional says of where a service is given; which there are and how they are called says contract/service/modality.ts. */
import * as z from 'zod/mini'
import { modalities } from '#contract/service/modality.ts'

export const Modality = z.enum(modalities)

/** Whole kilometres as the crow flies from where its professional sets out. */
export const maxHomeKm = 60
export const AtHome = z.object({
  radiusKm: z.int().check(z.minimum(1), z.maximum(maxHomeKm)),
  /** What going there costs beside the service, once a visit; theirs as its price is. */
  feeCents: z.int().check(z.minimum(0), z.maximum(10_000_00)),
})
export type AtHome = z.output<typeof AtHome>

/** The link of their own meeting room; it leads out of Kalli, so only https. */
export const OnlineLink = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.regex(/^https:\/\/[^\s/@]+\.[^\s@]+$/, 'Pega el enlace completo; empieza con https://'),
  )

type Setting = { atPlace: boolean; atHome: AtHome | null; online: boolean; onlineLink: string | null }

/**
 * What is wrong with where a service is given, as a message; null: nothing. A service that is no longer given online retains its link for
 * confirmed visits.
 */
export const settingProblem = ({ atPlace, atHome, online, onlineLink }: Setting) => {
  if (!atPlace && atHome === null && !online)
    return { field: 'atPlace', problem: 'Elige al menos un lugar donde lo das.' }
  if (onlineLink === null) return null
  return OnlineLink.safeParse(onlineLink).success
    ? null
    : { field: 'onlineLink', problem: 'Pega el enlace completo de tu sala; empieza con https://' }
}
