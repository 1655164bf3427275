import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as availability from '#contract/availability/availability.ts'
import type { Agreement } from '#contract/hiring/agreement.ts'
import * as publicPage from '#contract/search/public-page.ts'
import { reading } from '#web/api.ts'
import {
  type DeskAgreement,
  type DeskVisit,
  servicesFor,
} from '#web/parts/booking/timeline/use-desk-visit.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'

/** More would take too long for a walk-in. */
const maxLookedAt = 12

/**
 * For a walk-in: the soonest hour of today or tomorrow among all professionals here, with the chosen service, or with the first of each.
 * It only fills in the form; nothing is held.
 */
export const useFirstFree = (desk: DeskAgreement, visit: DeskVisit) => {
  const queryClient = useQueryClient()
  const wanted = visit.form.values.serviceId === null ? undefined : visit.service?.name
  const offerOf = async (today: string, { id, professionalId, professionalName, spaceId }: Agreement) => {
    const page = await queryClient.fetchQuery(
      reading(publicPage.publicProfessional, { params: { id: String(professionalId) }, query: {} }),
    )
    const service = page.services.find(({ name }) => wanted === undefined || name === wanted)
    if (service === undefined) return undefined
    const { days } = await queryClient.fetchQuery({
      ...reading(availability.slots, {
        query: {
          professional: professionalId,
          ...servicesFor(service.id, service.classRule === null ? visit.form.values.persons : 1),
          space: spaceId,
          from: today,
          to: addDays(today, 1),
        },
      }),
      staleTime: 0,
    })
    const day = days.find(({ slots }) => slots.length > 0)
    const startsAt = day?.slots[0]?.startsAt
    if (day === undefined || startsAt === undefined) return undefined
    return { agreementId: id, serviceId: service.id, name: professionalName, startsAt, date: day.date }
  }
  return useMutation({
    mutationFn: async () => {
      const today = dateIn(Date.now(), visit.zone)
      return soonestOf(
        await Promise.allSettled(desk.partners.slice(0, maxLookedAt).map((one) => offerOf(today, one))),
      )
    },
    onSuccess: (first) => {
      if (first === undefined) return
      desk.setAgreement(first.agreementId)
      visit.form.change(() => ({
        serviceId: first.serviceId,
        options: [],
        date: first.date,
        // The first hour of that day.
        startsAt: '',
      }))
    },
  })
}

/**
 * A failed request for one professional does not affect the others. Where none of the others is free it throws: that one may be, so it is
 * not known that no professional is.
 */
export const soonestOf = <Offer extends { startsAt: string }>(
  offers: readonly PromiseSettledResult<Offer | undefined>[],
): Offer | undefined => {
  const [first] = offers
    .flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []))
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
  for (const one of offers) if (first === undefined && one.status === 'rejected') throw one.reason
  return first
}
