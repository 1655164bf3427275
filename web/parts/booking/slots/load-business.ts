import type { QueryClient } from '@tanstack/react-query'
import { onServer } from '#web/data-loading.ts'
import { orNotFound } from '#web/found.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { attendanceReading } from '#web/parts/booking/summary/booking-search.ts'
import { addOf, peopleOf, visitAt } from '#web/parts/booking/summary/business-services.ts'
import { slotsReading, todayAt } from '#web/parts/booking/hours/slots-reading.ts'

/** The slots of any professional of a business who gives the service, or of the chosen one. */
export const loadBusiness = async (queryClient: QueryClient, search: BookingSearch, channel?: 'own_link') => {
  const business = await orNotFound(queryClient.ensureQueryData(attendanceReading(search)))
  const from = todayAt(business.zone)
  const { visit, own } = visitAt(business.services, search)
  if (visit !== undefined)
    await onServer(
      queryClient.prefetchQuery(
        slotsReading({
          business: search.business,
          space: search.space,
          people: peopleOf(visit).map((services) => services.map(({ id }) => id)),
          addOns: addOf(visit),
          ...(own ? { professional: own.first.professionalId } : {}),
          from,
          channel,
        }),
      ),
    )
  return { from }
}
