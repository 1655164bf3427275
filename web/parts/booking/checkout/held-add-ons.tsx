import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type AddOnRef, groupsOf } from '#contract/service/add-on.ts'
import * as holds from '#contract/booking/hold.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { formatCents } from '#contract/platform/money.ts'
import { nameOr } from '#contract/platform/persons.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { useSavedTick } from '#web/ui/form/saved-tick.ts'

/** Add-ons for a held visit; the server quotes each change, and the hold stays as it was when that fails. */
export const HeldAddOns = ({ hold, onChanged }: { hold: Hold; onChanged: () => void }) => {
  const queryClient = useQueryClient()
  const titleId = useId()
  const { queryKey } = reading(holds.readHold, { params: { id: hold.id } })
  const changing = useMutation({
    mutationFn: (addOns: AddOnRef[]) =>
      call(holds.changeHold, { params: { id: hold.id }, body: { addOns, version: hold.version } }),
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
  const choose = (option: Offered) =>
    changing.mutate(
      hold.addOns
        .filter((other) => other === option || (other.added && !isOfOneChoice(other, option)))
        .map(({ serviceId, id, person }) => ({ serviceId, id, person })),
    )
  const whose = (person: number) =>
    hold.people === null ? null : nameOr(hold.people[person - 1]?.firstName, person)
  const liked = hold.addOns.filter(({ group }) => group === undefined)
  return (
    <section aria-labelledby={titleId} className="border-t border-line pt-5">
      <h3 id={titleId} className="mb-1 font-sans text-base font-semibold tracking-normal">
        {liked.length === 0 ? 'Tu elección' : 'Complementos'}
      </h3>
      {[...Map.groupBy(hold.addOns, ({ serviceId, person }) => `${serviceId}-${person}`)].flatMap(
        ([key, offered]) =>
          groupsOf(offered).map(({ name, options }) => (
            <Options
              key={`${key}-${name}`}
              name={name}
              options={options}
              whose={whose(options[0]?.person ?? 1)}
              busy={changing.isPending}
              onChoose={choose}
            />
          )),
      )}
      <ul aria-busy={changing.isPending}>
        {liked.map((one) => (
          <OneAddOn
            key={`${one.serviceId}-${one.id}-${one.person}`}
            one={one}
            whose={whose(one.person)}
            busy={changing.isPending}
            onToggle={(added) => toggle(one, added)}
          />
        ))}
      </ul>
      {changing.error === null ? null : (
        <p role="alert" className="mt-2 rounded-md bg-chile-soft px-3 py-2 text-[0.9375rem]">
          {problemText(changing.error)}
        </p>
      )}
    </section>
  )
}

const isOfOneChoice = (a: Offered, b: Offered) =>
  a.serviceId === b.serviceId && a.person === b.person && a.group === b.group

/** Exactly one of the options; another replaces it. */
const Options = ({
  name,
  options,
  whose,
  busy,
  onChoose,
}: {
  name: string
  options: readonly Offered[]
  /** With several people: whose. */
  whose: string | null
  busy: boolean
  onChoose: (option: Offered) => void
}) => {
  const id = useId()
  return (
    <fieldset aria-busy={busy} className="mb-3">
      <legend className="text-[0.9375rem] text-muted">
        {name}
        {whose === null ? null : ` · ${whose}`}
      </legend>
      {options.map((one) => (
        <Radio
          key={one.id}
          name={id}
          checked={one.added}
          disabled={busy && !one.added}
          onChange={() => onChoose(one)}
          label={
            <>
              <span className="block">{one.name}</span>
              <span className="block text-sm text-muted">{noteOf(one)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  )
}

const noteOf = ({ group, priceCents, minutes }: Offered) =>
  group !== undefined && priceCents === 0 && minutes === 0
    ? 'Incluido en el precio'
    : `+${formatCents(priceCents)} · ${minutes === 0 ? 'sin más tiempo' : `+${durationText(minutes)}`}`

type Offered = Hold['addOns'][number]

/** While one add-on is being saved the others wait: each is quoted on top of the current ones. */
const OneAddOn = ({
  one,
  whose,
  busy,
  onToggle,
}: {
  one: Offered
  /** With several people: whose. */
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
            <span className="block text-sm text-muted">{noteOf(one)}</span>
          </>
        }
        {...tick}
        disabled={busy && tick.checked === one.added}
      />
    </li>
  )
}

const problemText = (problem: Error) =>
  problem instanceof ApiError && ['slot_taken', 'slot_not_available', 'client_busy'].includes(problem.code)
    ? 'No alcanza el tiempo: lo que sigue ya está ocupado. Tu cita queda como estaba.'
    : problem.message
