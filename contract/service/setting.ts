/** Settings of where a service is given; the modalities and their labels are in contract/service/modality.ts. */
import * as z from 'zod/mini'
import { modalities } from '#contract/service/modality.ts'

export const Modality = z.enum(modalities)

/** Maximum straight-line distance in whole kilometres from where the professional sets out. */
export const maxHomeKm = 60
export const AtHome = z.object({
  radiusKm: z.int().check(z.minimum(1), z.maximum(maxHomeKm)),
  /** Travel surcharge per visit; income of the professional, like the price. */
  feeCents: z.int().check(z.minimum(0), z.maximum(10_000_00)),
})
export type AtHome = z.output<typeof AtHome>

/** The professional's own meeting room; an external link, so only https. */
export const OnlineLink = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.regex(/^https:\/\/[^\s/@]+\.[^\s@]+$/, 'Pega el enlace completo; empieza con https://'),
  )

type Setting = { atPlace: boolean; atHome: AtHome | null; online: boolean; onlineLink: string | null }

/**
 * Validation of the settings, as a message; null if valid. A service that is no longer given online retains its link
 * for confirmed visits.
 */
export const settingProblem = ({ atPlace, atHome, online, onlineLink }: Setting) => {
  if (!atPlace && atHome === null && !online)
    return { field: 'atPlace', problem: 'Elige al menos un lugar donde lo das.' }
  if (onlineLink === null) return null
  return OnlineLink.safeParse(onlineLink).success
    ? null
    : { field: 'onlineLink', problem: 'Pega el enlace completo de tu sala; empieza con https://' }
}
