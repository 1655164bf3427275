import * as z from 'zod/mini'
import { formatCents } from '#contract/platform/money.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as hold from '#contract/booking/hold.ts'
import { OwnHolds, PriceChange, type Slot, SlotAlternatives } from '#contract/availability/slot.ts'
import { ApiError, call } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

/** Why a slot could not be held, and the alternatives: three other slots, the same at its new price, or releasing another hold. */
export default function HoldProblem({
  problem,
  zone,
  withWhom,
  onTake,
  onAgain,
}: {
  problem: Error
  zone: string
  /** For any professional of a business, each slot is with one of them, at their price. */
  withWhom?: ((slot: Slot) => string) | undefined
  onTake: (slot: Slot) => void
  /** Retries the same slot: there is room now. */
  onAgain: () => void
}) {
  const alternatives =
    problem instanceof ApiError ? z.safeParse(SlotAlternatives, problem.details) : undefined
  const change = problem instanceof ApiError ? z.safeParse(PriceChange, problem.details) : undefined
  const own = problem instanceof ApiError ? z.safeParse(OwnHolds, problem.details) : undefined
  const others = alternatives?.success ? alternatives.data.alternatives : []
  const changed = change?.success ? change.data : undefined
  return (
    <div
      ref={bringNear}
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
              {shortOf(slot.startsAt, slot.zone ?? zone)}
              {slot.placeName === undefined ? null : ` · ${slot.placeName}`}
              {withWhom ? ` ${withWhom(slot)} · ${formatCents(slot.totalCents)}` : null}
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
      {own?.success ? <Holds holds={own.data.holds} onFree={onAgain} /> : null}
    </div>
  )
}

/** The pressed bar stays in view; the problem is shown below a whole day of slots. */
const bringNear = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'center' })

type Held = z.output<typeof OwnHolds>['holds'][number]

/** The client's current holds. Releasing one takes the new slot in the same press. */
const Holds = ({ holds, onFree }: { holds: readonly Held[]; onFree: () => void }) => {
  const letting = useMutation({
    mutationFn: (id: string) => call(hold.releaseHold, { params: { id } }),
    onSuccess: onFree,
  })
  return (
    <>
      <ul aria-label="Lo que tienes apartado" className="flex flex-col divide-y divide-line">
        {holds.map(({ id, name, startsAt, zone, isPaying }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <span className="min-w-0">
              <span className="block font-semibold">{name}</span>
              <span className="block text-[0.9375rem]">{shortOf(startsAt, zone)}</span>
            </span>
            {isPaying ? (
              <Link
                {...paths.bookingSuccess(id)}
                className="lone-link font-semibold text-jacaranda underline underline-offset-4"
              >
                Se está pagando: ver
              </Link>
            ) : (
              <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Button
                  size="small"
                  tone="secondary"
                  busy={letting.isPending && letting.variables === id}
                  onClick={() => letting.mutate(id)}
                >
                  Soltar y apartar el nuevo
                </Button>
                <Link
                  {...paths.checkout(id)}
                  className="lone-link font-semibold text-jacaranda underline underline-offset-4"
                >
                  Terminar de pagarlo
                </Link>
              </span>
            )}
          </li>
        ))}
      </ul>
      {letting.isError ? <p className="font-medium text-chile">{letting.error.message}</p> : null}
    </>
  )
}
