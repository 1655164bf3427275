/** What the first steps read: they say of each whether it is done. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { Hours } from '#contract/availability/availability.ts'
import { profile as ownProfile, type Profile } from '#contract/professional/professional.ts'
import type { OwnService } from '#contract/service/service.ts'
import type { Verification } from '#contract/verification/verification.ts'
import { ApiError, reading } from '#web/api.ts'
import { hoursReading } from '#web/parts/booking/agenda/use-week-hours.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { type FirstStep, firstSteps } from '#web/parts/dashboard/first-steps.ts'
import { verificationReading } from '#web/parts/verification/use-verification.ts'

const profileReading = reading(ownProfile)

export const prefetchFirstSteps = (queryClient: QueryClient, hasProfile: boolean) =>
  Promise.all([
    queryClient.prefetchQuery(verificationReading),
    ...(hasProfile
      ? [
          queryClient.prefetchQuery(profileReading),
          queryClient.prefetchQuery(servicesReading),
          queryClient.prefetchQuery(hoursReading),
        ]
      : []),
  ])

export type Known = {
  /** Null before its first save: nothing else can be saved then but the telephone. */
  profile: Profile | null
  /** Those that are offered or only hidden. */
  services: readonly OwnService[]
  weekly: Hours['weekly']
  verification: Verification
}

type Answer =
  | { state: 'pending' }
  | { state: 'failed'; error: Error; again: () => void }
  | { state: 'known'; known: Known }

/** Everything at once: no step is shown before it is known which are done. */
export const useKnown = (): Answer => {
  const profile = useQuery(profileReading)
  const isNew = profile.error instanceof ApiError && profile.error.code === 'no_profile'
  const services = useQuery({ ...servicesReading, enabled: profile.isSuccess })
  const hours = useQuery({ ...hoursReading, enabled: profile.isSuccess })
  const verification = useQuery(verificationReading)
  const failed = [...(isNew ? [] : [profile]), services, hours, verification].find(
    ({ isLoadingError }) => isLoadingError,
  )
  if (failed?.error) return { state: 'failed', error: failed.error, again: () => void failed.refetch() }
  if (verification.data === undefined) return { state: 'pending' }
  if (isNew)
    return {
      state: 'known',
      known: { profile: null, services: [], weekly: [], verification: verification.data },
    }
  if (profile.data === undefined || services.data === undefined || hours.data === undefined)
    return { state: 'pending' }
  return {
    state: 'known',
    known: {
      profile: profile.data,
      services: services.data.filter(({ archived }) => !archived),
      weekly: hours.data.weekly,
      verification: verification.data,
    },
  }
}

export const isOffered = ({ visibility }: OwnService) => visibility !== 'hidden'

/** Where a client can come, or be met: a profile that only looks for a space has none yet. */
export const hasPlace = ({ profile, services }: Known) =>
  profile !== null &&
  services.some(
    ({ atPlace, atHome, online }) => (atPlace && profile.hasOwnPlace) || atHome !== null || online,
  )

export const isDone = (step: FirstStep, known: Known): boolean => {
  const { profile, services, weekly, verification } = known
  if (step === 'trade') return profile !== null
  if (step === 'services') return services.length > 0
  if (step === 'hours') return weekly.length > 0
  if (step === 'place')
    return profile !== null && profile.status !== 'draft' && (services.length === 0 || hasPlace(known))
  return step === 'phone' && verification.sms.confirmed
}

/** The first that is not done. */
export const nextOf = (known: Known): FirstStep =>
  firstSteps.find(({ value }) => !isDone(value, known))?.value ?? 'share'

/** What still keeps a client from booking. */
export const missingOf = (known: Known): FirstStep[] => {
  const { profile, services, weekly } = known
  if (profile === null) return ['trade']
  return [
    ...(services.some(isOffered) ? [] : (['services'] as const)),
    ...(weekly.length > 0 ? [] : (['hours'] as const)),
    ...(profile.status === 'published' && hasPlace(known) ? [] : (['place'] as const)),
  ]
}
