import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/closure/closure.ts'
import {
  type AffectedBooking,
  cancelQuoteIn,
  type ClosureChoice,
  type ClosureImpact,
} from '#contract/booking/closure/closure.ts'
import { ApiError, call } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'
import { type ClosurePeriod } from '#web/parts/booking/timeline/closure-period.tsx'

export type Chosen = Readonly<Record<string, { choice: ClosureChoice; unitId?: number } | undefined>>

/** The affected bookings and the choice for each. If they changed in the meantime, the server refuses and sends the new ones. */
export const useClosureImpact = (period: ClosurePeriod, onClose: () => void) => {
  const [chosen, setChosen] = useState<Chosen>({})
  const [changed, setChanged] = useState<string>()
  const queryClient = useQueryClient()
  const previewing = useMutation({
    mutationFn: () => call(contract.previewClosure, { params: { id: period.spaceId }, body: period.body() }),
    onSuccess: () => {
      setChosen({})
      setChanged(undefined)
    },
  })
  const [fresh, setFresh] = useState<ClosureImpact>()
  const impact = fresh ?? previewing.data
  const affected = impact?.affected ?? []
  const quoteOf = (one: AffectedBooking) =>
    cancelQuoteIn(one, affected, ({ bookingId }) => chosen[bookingId]?.choice === 'cancel')
  const closing = useMutation({
    mutationFn: () =>
      call(contract.closeUnits, {
        params: { id: period.spaceId },
        body: {
          ...period.body(),
          choices: affected.map((one) => orderOf(one, chosen[one.bookingId], quoteOf(one))),
        },
      }),
    onSuccess: async () => {
      period.forget()
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      toast('Cierre guardado', 'Avisamos a quienes les cambia algo.', 'good')
      onClose()
    },
    onError: (problem) => {
      if (!(problem instanceof ApiError) || problem.code !== 'impact_changed') return
      const now = impactIn(problem.details)
      if (now === undefined) return previewing.mutate()
      setFresh(now)
      setChanged(problem.message)
      // Choices that are no longer possible are reset.
      setChosen((before) =>
        Object.fromEntries(
          now.affected.map((one) => [one.bookingId, stillPossible(one, before[one.bookingId])]),
        ),
      )
    },
  })
  const open = affected.filter(({ bookingId }) => chosen[bookingId] === undefined).length
  const cost = affected
    .filter(({ bookingId }) => chosen[bookingId]?.choice === 'cancel')
    .reduce((sum, one) => sum + costOf(quoteOf(one)), 0)
  const back = () => {
    previewing.reset()
    closing.reset()
    setFresh(undefined)
    setChanged(undefined)
  }
  return { impact, affected, previewing, back, cost, closing, open, changed, setChosen, chosen, quoteOf }
}

export type ClosureDecision = ReturnType<typeof useClosureImpact>

const impactIn = (details: unknown): ClosureImpact | undefined => {
  const found: { impact?: ClosureImpact } = typeof details === 'object' && details !== null ? details : {}
  return found.impact
}

const orderOf = (one: AffectedBooking, chosen: Chosen[string], quote: AffectedBooking['cancel']) => ({
  bookingId: one.bookingId,
  version: one.version,
  choice: chosen?.choice ?? ('keep' as const),
  ...(chosen?.choice === 'move' && chosen.unitId !== undefined ? { unitId: chosen.unitId } : {}),
  ...(chosen?.choice === 'cancel' && quote !== null ? { quoteToken: quote.token } : {}),
})

const stillPossible = (one: AffectedBooking, before: Chosen[string]): Chosen[string] => {
  if (before === undefined) return undefined
  if (!one.options.some(({ choice, allowed }) => choice === before.choice && allowed)) return undefined
  return before.choice === 'move' && !one.units.some(({ unitId }) => unitId === before.unitId)
    ? undefined
    : before
}

/** The host's cost of cancelling: the lines against the host. */
export const costOf = (quote: AffectedBooking['cancel']) =>
  (quote?.lines ?? []).reduce((sum, { amountCents }) => sum + Math.max(0, -amountCents), 0)
