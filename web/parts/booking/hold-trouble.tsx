import * as z from 'zod/mini'
import { formatCents } from '#contract/money.ts'
import { PriceChange, type Slot, SlotAlternatives } from '#contract/slot.ts'
import { ApiError } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'

/** Why a time could not be held, and the next best thing: three other times, or the same at its new price. */
export default function HoldTrouble({
  problem,
  zone,
  onTake,
}: {
  problem: Error
  zone: string
  onTake: (slot: Slot) => void
}) {
  const alternatives =
    problem instanceof ApiError ? z.safeParse(SlotAlternatives, problem.details) : undefined
  const change = problem instanceof ApiError ? z.safeParse(PriceChange, problem.details) : undefined
  const others = alternatives?.success ? alternatives.data.alternatives : []
  const changed = change?.success ? change.data : undefined
  return (
    <div
      role="alert"
      className="flex flex-col gap-3 rounded-lg border border-chile/40 bg-chile-soft p-4 sm:p-5"
    >
      <p className="font-semibold">
        {problem instanceof ApiError ? problem.message : 'No pudimos apartar ese horario.'}
      </p>
      {others.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {others.map((slot) => (
            <Button key={slot.token} tone="secondary" size="small" onClick={() => onTake(slot)}>
              {shortOf(slot.startsAt, zone)}
            </Button>
          ))}
        </div>
      ) : null}
      {changed === undefined ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <p>
            Antes <s>{formatCents(changed.oldTotalCents)}</s>, ahora{' '}
            <strong>{formatCents(changed.newTotalCents)}</strong>.
          </p>
          <Button size="small" onClick={() => onTake(changed.slot)}>
            Aceptar {formatCents(changed.newTotalCents)}
          </Button>
        </div>
      )}
    </div>
  )
}
