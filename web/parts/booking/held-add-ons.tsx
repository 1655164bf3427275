import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { AddOnRef } from '#contract/add-on.ts'
import * as booking from '#contract/booking.ts'
import type { Hold } from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import { nameOr } from '#contract/persons.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useSavedTick } from '#web/ui/saved-tick.ts'

/** What may be added to a held visit; each tick is quoted by the server, and the hold stays as it was when that cannot be. */
export default function HeldAddOns({ hold, onChanged }: { hold: Hold; onChanged: () => void }) {
  const queryClient = useQueryClient()
  const titleId = useId()
  const { queryKey } = reading(booking.readHold, { params: { id: hold.id } })
  const changing = useMutation({
    mutationFn: (addOns: AddOnRef[]) =>
      call(booking.changeHold, { params: { id: hold.id }, body: { addOns, version: hold.version } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed)
      onChanged()
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  const toggle = (one: Offered, added: boolean) =>
    changing.mutateAsync(
      hold.addOns
        .filter((other) => (other === one ? added : other.added))
        .map(({ serviceId, id, person }) => ({ serviceId, id, person })),
    )
  return (
    <section aria-labelledby={titleId} className="border-t border-line pt-5">
      <h3 id={titleId} className="mb-1 font-sans text-base font-semibold tracking-normal">
        Complementos
      </h3>
      <ul aria-busy={changing.isPending}>
        {hold.addOns.map((one) => (
          <OneAddOn
            key={`${one.serviceId}-${one.id}-${one.person}`}
            one={one}
            whose={hold.people === null ? null : nameOr(hold.people[one.person - 1]?.firstName, one.person)}
            busy={changing.isPending}
            onToggle={(added) => toggle(one, added)}
          />
        ))}
      </ul>
      {changing.error === null ? null : (
        <p role="alert" className="mt-2 rounded-md bg-chile-soft px-3 py-2 text-[0.9375rem]">
          {troubleText(changing.error)}
        </p>
      )}
    </section>
  )
}

type Offered = Hold['addOns'][number]

/** While one is being saved the others wait: each is quoted on top of what stands. */
const OneAddOn = ({
  one,
  whose,
  busy,
  onToggle,
}: {
  one: Offered
  /** Of several people. */
  whose: string | null
  busy: boolean
  onToggle: (added: boolean) => Promise<unknown>
}) => {
  const tick = useSavedTick(one.added, onToggle)
  return (
    <li>
      <Checkbox
        label={
          <>
            <span className="block">
              {one.name}
              {whose === null ? null : ` · ${whose}`}
            </span>
            <span className="block text-sm text-muted">
              +{formatCents(one.priceCents)} ·{' '}
              {one.minutes === 0 ? 'sin más tiempo' : `+${durationText(one.minutes)}`}
            </span>
          </>
        }
        {...tick}
        disabled={busy && tick.checked === one.added}
      />
    </li>
  )
}

const troubleText = (problem: Error) =>
  problem instanceof ApiError && ['slot_taken', 'slot_not_available', 'client_busy'].includes(problem.code)
    ? 'No alcanza el tiempo: lo que sigue ya está ocupado. Tu cita queda como estaba.'
    : problem.message
