import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { profile } from '#contract/professional/professional.ts'
import { reading } from '#web/api.ts'
import { ownOrigin } from '#web/origin.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { paths } from '#web/paths.ts'

/** The service's booking link, outside the marketplace; `start`: with this service chosen. */
export const useServiceLink = (
  service: number,
  start: Pick<BookingSearch, 'at' | 'atSpace'> = {},
): string | undefined => {
  const router = useRouter()
  const own = useQuery(reading(profile))
  if (own.data?.id === undefined) return undefined
  return ownOrigin() + router.buildLocation(paths.book({ professional: own.data.id, service, ...start })).href
}
