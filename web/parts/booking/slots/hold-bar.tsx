import * as holdContract from '#contract/booking/hold.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import * as availability from '#contract/availability/availability.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { shownHour } from '#contract/pricing/shown-price.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import { useEmbedded } from '#web/parts/booking/summary/embedded.ts'
import HoldProblem from '#web/parts/booking/slots/hold-problem.tsx'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { isWorthLooking, sameAgain } from '#web/parts/booking/slots/same-again.ts'
import { Price } from '#web/parts/payment/price.tsx'
import { dateIn, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The chosen slot and the button to hold it; loaded with the first chosen slot. */
export default function HoldBar({
  shell,
  search,
  slot,
  service,
  describe,
  zone,
  problemIn,
  readingOf,
  onTake,
}: {
  shell: BookingShell
  search: BookingSearch
  slot: Slot
  service: { id: number; name: string }
  /** The place, or the professional, of a slot. */
  describe: (slot: Slot) => string
  zone: string
  /** Where a failed hold is shown: among the slots. */
  problemIn: HTMLElement | null
  /** The slots from a date on, as they were loaded. */
  readingOf: HoursProps['readingOf']
  onTake: (other: Slot) => void
}) {
  const embedded = useEmbedded()
  const { difference } = shownHour(slot)
  const { holding, failed } = useHolding(readingOf, zone)
  return (
    <>
      <p aria-live="polite" className="min-w-0 leading-snug">
        <span className="block font-semibold first-letter:uppercase">
          {shortOf(slot.startsAt, zone)} · <Price cents={slot.totalCents} />
          <span className="text-sm font-normal text-muted"> IVA incluido</span>
          {difference === null ? null : (
            <span className="block text-sm font-normal text-muted">{difference.text}</span>
          )}
        </span>
        <span className="block text-sm wrap-anywhere text-muted">
          {service.name} · {describe(slot)}
        </span>
      </p>
      {embedded ? (
        <Link
          {...linkOf(shell, {
            ...search,
            service: service.id,
            professional: slot.professionalId ?? search.professional,
            at: slot.startsAt,
            atSpace: slot.spaceId ?? 0,
          })}
          target="_top"
          className={buttonClass({ size: 'large' }, 'max-sm:w-full')}
        >
          Continuar
          <ArrowRight aria-hidden className="size-5" />
        </Link>
      ) : (
        <Button
          size="large"
          className="max-sm:w-full"
          busy={holding.isPending}
          onClick={() => holding.mutate(slot)}
        >
          Apartar y continuar
          <ArrowRight aria-hidden className="size-5" />
        </Button>
      )}
      {holding.isError && failed === slot.startsAt && problemIn !== null
        ? createPortal(
            <HoldProblem
              problem={holding.error}
              zone={zone}
              withWhom={slot.professionalId === undefined ? undefined : describe}
              onTake={(other) => {
                onTake(other)
                holding.mutate(other)
              }}
              onAgain={() => holding.mutate(slot)}
            />,
            problemIn,
          )
        : null}
    </>
  )
}

/** Holds the slot; one that was just taken is searched again before the client has to act. */
const useHolding = (readingOf: HoursProps['readingOf'], zone: string) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [failed, setFailed] = useState<string>()
  const take = ({ token }: Slot) => call(holdContract.hold, { body: { slotToken: token } })
  const holding = useMutation({
    mutationFn: async (selection: Slot) => {
      try {
        return await take(selection)
      } catch (problem) {
        if (!(problem instanceof ApiError) || !isWorthLooking(problem, selection)) throw problem
        const { days } = await queryClient.fetchQuery({
          ...readingOf(dateIn(selection.startsAt, zone)),
          staleTime: 0,
        })
        return take(sameAgain(problem, selection, days))
      }
    },
    onSuccess: (held) => navigate(paths.checkout(held.id)),
    onError: (_, selection) => {
      setFailed(selection.startsAt)
      // The shown days are out of date.
      void queryClient.invalidateQueries({ queryKey: keyOf(availability.slotDays) })
      return queryClient.invalidateQueries({ queryKey: keyOf(availability.slots) })
    },
  })
  return { holding, failed }
}
