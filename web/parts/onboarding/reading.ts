/** The data of the first steps, from which it follows which of them are done. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { ownTasks, type OwnTaskKind } from '#contract/figures/own-figures.ts'
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
const tasksReading = reading(ownTasks)

/** A saved step changes what is missing. */
export const readAgain = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: tasksReading.queryKey })

export const prefetchFirstSteps = (queryClient: QueryClient, hasProfile: boolean) =>
  Promise.all([
    queryClient.prefetchQuery(verificationReading),
    ...(hasProfile
      ? [
          queryClient.prefetchQuery(profileReading),
          queryClient.prefetchQuery(servicesReading),
          queryClient.prefetchQuery(hoursReading),
          queryClient.prefetchQuery(tasksReading),
        ]
      : []),
  ])

export type Known = {
  /** Null before the first save, when only the telephone can be saved. */
  profile: Profile | null
  /** Offered or hidden ones, without archived ones. */
  services: readonly OwnService[]
  weekly: Hours['weekly']
  /** The pending tasks reported by the server. */
  tasks: ReadonlySet<OwnTaskKind>
  verification: Verification
}

type Answer =
  | { state: 'pending' }
  | { state: 'failed'; error: Error; again: () => void }
  | { state: 'known'; known: Known }

/** All data at once: no step is shown until it is known which are done. */
export const useKnown = (): Answer => {
  const profile = useQuery(profileReading)
  const isNew = profile.error instanceof ApiError && profile.error.code === 'no_profile'
  const services = useQuery({ ...servicesReading, enabled: profile.data !== undefined })
  const hours = useQuery({ ...hoursReading, enabled: profile.data !== undefined })
  const tasks = useQuery({ ...tasksReading, enabled: profile.data !== undefined })
  const verification = useQuery(verificationReading)
  const failed = [...(isNew ? [] : [profile]), services, hours, tasks, verification].find(
    ({ isLoadingError }) => isLoadingError,
  )
  if (failed?.error) return { state: 'failed', error: failed.error, again: () => void failed.refetch() }
  if (verification.data === undefined) return { state: 'pending' }
  if (isNew)
    return {
      state: 'known',
      known: {
        profile: null,
        services: [],
        weekly: [],
        tasks: new Set(),
        verification: verification.data,
      },
    }
  if (
    profile.data === undefined ||
    services.data === undefined ||
    hours.data === undefined ||
    tasks.data === undefined
  )
    return { state: 'pending' }
  return {
    state: 'known',
    known: {
      profile: profile.data,
      services: services.data.filter(({ archived }) => !archived),
      weekly: hours.data.weekly,
      tasks: new Set(tasks.data.map(({ kind }) => kind)),
      verification: verification.data,
    },
  }
}

export const isOffered = ({ visibility }: OwnService) => visibility !== 'hidden'

export const isDone = (step: FirstStep, known: Known): boolean => {
  const { profile, services, weekly, tasks, verification } = known
  if (step === 'trade') return profile !== null
  if (step === 'services') return services.length > 0
  if (step === 'hours') return weekly.length > 0
  if (step === 'place') return profile !== null && !tasks.has('space') && !tasks.has('publish')
  return step === 'phone' && verification.sms.confirmed
}

/** The first step that is not done. */
export const nextOf = (known: Known): FirstStep =>
  firstSteps.find(({ value }) => !isDone(value, known))?.value ?? 'share'

/** The steps that still keep clients from booking. */
export const missingOf = ({ profile, tasks }: Known): FirstStep[] => {
  if (profile === null) return ['trade']
  return [
    ...(tasks.has('service') ? (['services'] as const) : []),
    ...(tasks.has('hours') ? (['hours'] as const) : []),
    ...(tasks.has('space') || tasks.has('publish') ? (['place'] as const) : []),
  ]
}
