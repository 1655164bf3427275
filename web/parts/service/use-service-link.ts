import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { profile } from '#contract/professional.ts'
import { reading } from '#web/api.ts'
import { ownOrigin } from '#web/origin.ts'
import { paths } from '#web/paths.ts'

/** Where a service of mine is booked without the marketplace around it; `at`: with this start chosen. */
export const useServiceLink = (service: number, at?: string): string | undefined => {
  const router = useRouter()
  const own = useQuery(reading(profile))
  if (own.data?.id === undefined) return undefined
  return ownOrigin() + router.buildLocation(paths.book({ professional: own.data.id, service, at })).href
}
