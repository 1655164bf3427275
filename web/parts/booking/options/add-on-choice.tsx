import { Link } from '@tanstack/react-router'
import type { AddOn } from '#contract/service/add-on.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { type BookingSearch, addOnsIn } from '#web/parts/booking/summary/address.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

type Service = PublicProfessional['services'][number]

/** The add-ons of the chosen services. */
export default function AddOnChoice({
  shell,
  search,
  services,
}: {
  shell: BookingShell
  search: BookingSearch
  services: readonly Service[]
}) {
  const all = services.flatMap((service) =>
    service.addOns.map((one) => ({
      key: `${service.id}-${one.id}`,
      name: one.name,
      choice: choiceOf(one, services.length > 1 ? service.name : undefined),
      note: addOnNote([one], services.length > 1 && one.group === undefined ? service.name : undefined),
    })),
  )
  return <AddOnLinks shell={shell} search={search} all={all} />
}

const isInside = ({ group, priceCents, minutes }: Pick<AddOn, 'priceCents' | 'minutes' | 'group'>) =>
  group !== undefined && priceCents === 0 && minutes === 0

/** Price and duration of an add-on, of one or several professionals. */
export const addOnNote = (
  offered: readonly Pick<AddOn, 'priceCents' | 'minutes' | 'group'>[],
  of: string | undefined,
) => {
  const prices = offered.map(({ priceCents }) => priceCents)
  const minutes = offered.map((one) => one.minutes)
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)]
  const longer = least === most ? durationText(most) : `${least} a ${durationText(most)}`
  return [
    ...(of === undefined ? [] : [of]),
    ...(offered.every(isInside)
      ? ['incluido en el precio']
      : [
          `${new Set(prices).size > 1 ? 'desde ' : ''}+${formatCents(Math.min(...prices))}`,
          most === 0 ? 'sin más tiempo' : `+${longer}`,
        ]),
  ].join(' · ')
}

/** "Largo de cabello", with its service where there are several; none: it is optional. */
export const choiceOf = ({ group }: { group?: string | undefined }, of: string | undefined) =>
  group === undefined || of === undefined ? group : `${group}, ${of}`

type Offered = { key: string; name: string; note: string; choice: string | undefined }

/** Links, like the services above: required choices first, then optional add-ons. */
export const AddOnLinks = ({
  shell,
  search,
  all,
}: {
  shell: BookingShell
  search: BookingSearch
  all: readonly Offered[]
}) => {
  const chosen = addOnsIn(search.add)
  const to = (next: readonly string[]) =>
    linkOf(shell, { ...search, add: next.join() || undefined, at: undefined })
  return [...Map.groupBy(all, ({ choice }) => choice)]
    .toSorted(([a], [b]) => Number(a === undefined) - Number(b === undefined))
    .map(([choice, offered]) => {
      const taken = offered.filter(({ key }) => chosen.includes(key))
      return (
        <section
          key={choice ?? ''}
          aria-label={choice ?? 'Complementos'}
          className="rounded-md border border-line bg-surface"
        >
          {/* A required choice is open until it is made; the optional add-ons are one line. */}
          <details open={choice === undefined ? taken.length > 0 : taken.length === 0}>
            <summary className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 font-semibold marker:content-none">
              {choice ?? 'Complementos'}
              <span className="min-w-0 truncate font-normal text-muted">
                {taken.length > 0
                  ? taken.map(({ name }) => name).join(', ')
                  : choice === undefined
                    ? 'Agregar'
                    : 'Elige una'}
              </span>
            </summary>
            <ul className="divide-y divide-line border-t border-line">
              {offered.map((one) => {
                const on = chosen.includes(one.key)
                // Within a choice one replaces the other.
                const saved = chosen.filter((key) =>
                  choice === undefined ? key !== one.key : offered.every((other) => other.key !== key),
                )
                return (
                  <li key={one.key}>
                    <AddOnLink
                      one={one}
                      on={on}
                      words={choice === undefined ? ['Agregar', 'Quitar'] : ['Elegir', 'Elegido']}
                      link={to(on ? saved : [...saved, one.key])}
                    />
                  </li>
                )
              })}
            </ul>
          </details>
        </section>
      )
    })
}

const AddOnLink = ({
  one: { name, note },
  on,
  words: [add, added],
  link,
}: {
  one: Offered
  on: boolean
  words: readonly [add: string, added: string]
  link: ReturnType<typeof linkOf>
}) => (
  <Link
    {...link}
    replace
    resetScroll={false}
    aria-current={on || undefined}
    className="flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-sunk"
  >
    <span className="min-w-0 flex-1">
      <span className="sr-only">{on ? added : add} </span>
      <span className="block font-medium">{name}</span>
      <span className="block text-sm text-muted">{note}</span>
    </span>
    <span
      aria-hidden
      className={classNames(
        'inline-flex min-h-9 shrink-0 items-center rounded-full border px-4 font-semibold',
        on ? 'border-jacaranda bg-jacaranda-soft' : 'border-edge',
      )}
    >
      {on ? added : add}
    </span>
  </Link>
)
