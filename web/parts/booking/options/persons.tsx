import { Link } from '@tanstack/react-router'
import { addOnLabel, openGroups } from '#contract/service/add-on.ts'
import { formatCents } from '#contract/platform/money.ts'
import { maxPartsOfVisit, maxPersons } from '#contract/platform/persons.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { addOnKey, addOnsIn, alsoIn, type BookingSearch } from '#web/parts/booking/summary/address.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

type Service = Pick<
  PublicProfessional['services'][number],
  'id' | 'name' | 'priceCents' | 'durationMinutes' | 'addOns'
>
/** The maximum for one person, as in the visit of one. */
const maxEach = 5

type Props = {
  shell: BookingShell
  search: BookingSearch
  services: readonly Service[]
  /** For each person, the first included. */
  all: readonly (readonly Service[])[]
  /** The professional is not chosen yet: prices and times are those of one of them. */
  isAnybody?: boolean
  /** Of a class: how many seats. All companions come at the same time. */
  seats?: number | undefined
}

/**
 * The number of people, and the services of each companion: the same as the first by default. Links, like the services above, so that a
 * choice works before the scripts are loaded.
 */
export default function Persons({ shell, search, services, all, isAnybody = false, seats }: Props) {
  const also = alsoIn(search.also)
  const to = (changed: Partial<BookingSearch>) => linkOf(shell, { ...search, at: undefined, ...changed })
  const write = (lists: readonly (readonly number[])[]) =>
    lists.map((ids) => (ids.length === 0 ? '0' : ids.join())).join('_') || undefined
  /** A removed person's add-ons are removed as well. */
  const addsUpTo = (persons: number) =>
    addOnsIn(search.add)
      .filter((key) => Number(key.split('-')[2] ?? 1) <= persons)
      .join() || undefined
  const parts = all.flat().length
  const chosen = addOnsIn(search.add)
  const sums = sumsOf(all, chosen)
  const total = (of: (one: (typeof sums)[number]) => number) => sums.reduce((left, one) => left + of(one), 0)
  return (
    <section aria-label="Personas" className="rounded-md border border-line bg-surface">
      <details open={all.length > 1}>
        <summary className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 font-semibold marker:content-none">
          ¿Para cuántas personas?
          <span className="font-normal text-muted">{all.length === 1 ? 'Solo yo' : all.length}</span>
        </summary>
        <ul className="flex flex-wrap gap-1 border-t border-line px-4 py-3">
          {Array.from({ length: Math.min(maxPersons, seats ?? maxPersons) }, (_, index) => index + 1).map(
            (persons) => {
              const on = persons === all.length
              const lists = Array.from({ length: persons - 1 }, (_, index) => also[index] ?? [])
              const tooMany = parts + (persons - all.length) * (all[0]?.length ?? 1) > maxPartsOfVisit
              return (
                <li key={persons}>
                  {tooMany && persons > all.length ? (
                    <span className={classNames(chip(false), 'opacity-50')}>
                      {persons}
                      <span className="sr-only"> personas: no caben en una sola visita</span>
                    </span>
                  ) : (
                    <Link
                      {...to({ also: write(lists), add: addsUpTo(persons) })}
                      replace
                      resetScroll={false}
                      aria-current={on || undefined}
                      className={chip(on)}
                    >
                      {persons}
                      <span className="sr-only">{persons === 1 ? ' persona' : ' personas'}</span>
                    </Link>
                  )}
                </li>
              )
            },
          )}
        </ul>
        {all.length === 1 ? null : (
          <>
            <ol className="divide-y divide-line border-t border-line">
              {all.map((visit, index) =>
                // In a class everyone has the same service, with their own add-ons.
                index === 0 ||
                (seats !== undefined && services.every(({ addOns }) => addOns.length === 0)) ? null : (
                  <Along
                    key={index}
                    index={index}
                    visit={visit}
                    isSame={(also[index - 1] ?? []).length === 0}
                    services={services}
                    chosen={chosen}
                    isFull={parts >= maxPartsOfVisit || visit.length >= maxEach}
                    linkTo={(ids, add) =>
                      to({
                        also: write(also.map((list, at) => (at === index - 1 ? ids : list))),
                        add: add.join() || undefined,
                      })
                    }
                  />
                ),
              )}
            </ol>
            <p aria-live="polite" className="border-t border-line px-4 py-3 text-sm">
              <span className="font-semibold">
                {all.length} {seats === undefined ? 'personas' : 'lugares'} ·{' '}
                {durationText(
                  seats === undefined ? total(({ minutes }) => minutes) : (sums[0]?.minutes ?? 0),
                )}{' '}
                · {formatCents(total(({ cents }) => cents))}
              </span>
              <span className="block text-muted">
                {seats === undefined
                  ? 'Una tras otra, con la misma persona y en el mismo lugar, en este orden.'
                  : 'Un lugar para cada quien, a la misma hora; solo ves las clases en las que caben.'}{' '}
                Sus nombres se piden al pagar.
                {isAnybody ? ' Cada profesional tiene sus precios y tiempos: cada hora dice los suyos.' : ''}
              </span>
            </p>
          </>
        )}
      </details>
    </section>
  )
}

/** Price and duration for each person. */
const sumsOf = (all: Props['all'], chosen: readonly string[]) => {
  const sums = all.map((visit, index) => {
    const added = visit.flatMap((service) =>
      service.addOns.filter((one) => chosen.includes(addOnKey(service.id, one.id, index))),
    )
    const sum = (of: (one: { priceCents: number }) => number) =>
      visit.reduce((total, one) => total + of(one), 0) + added.reduce((total, one) => total + of(one), 0)
    return {
      cents: sum(({ priceCents }) => priceCents),
      minutes:
        visit.reduce((total, one) => total + one.durationMinutes, 0) +
        added.reduce((total, one) => total + one.minutes, 0),
    }
  })
  return sums
}

const chip = (on: boolean) =>
  classNames(
    'inline-flex size-11 items-center justify-center rounded-full border font-semibold',
    on ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda' : 'border-edge hover:border-ink',
  )

/** A companion: the services and their add-ons. */
const Along = ({
  index,
  visit,
  isSame,
  services,
  chosen,
  isFull,
  linkTo,
}: {
  index: number
  visit: readonly Service[]
  isSame: boolean
  services: readonly Service[]
  /** The add-ons of everyone. */
  chosen: readonly string[]
  isFull: boolean
  linkTo: (ids: readonly number[], addOns: readonly string[]) => ReturnType<typeof linkOf>
}) => {
  const ids = visit.map(({ id }) => id)
  const name = `Persona ${index + 1}`
  const isOpen = visit.some(
    ({ id, addOns }) => openGroups(addOns, (one) => chosen.includes(addOnKey(id, one.id, index))).length > 0,
  )
  return (
    <li>
      <details open={!isSame || isOpen} className="group">
        <summary className="flex min-h-12 flex-col justify-center px-4 py-2">
          <span className="font-semibold">{name}</span>
          <span className="text-sm text-muted">
            {isSame ? 'Lo mismo que la primera: ' : ''}
            {visit.map(({ name }) => name).join(' + ')} <span className="underline">Cambiar</span>
          </span>
        </summary>
        <ul className="pb-2">
          {services.map((service) => {
            const on = ids.includes(service.id)
            const next = on ? ids.filter((id) => id !== service.id) : [...ids, service.id]
            const left = on
              ? chosen.filter((key) =>
                  service.addOns.every((one) => key !== addOnKey(service.id, one.id, index)),
                )
              : chosen
            return (
              <li key={service.id} className="px-4 py-1">
                <Row
                  on={on}
                  name={service.name}
                  of={name}
                  note={`${formatCents(service.priceCents)} · ${durationText(service.durationMinutes)}`}
                  // Each person has at least one service.
                  link={(on && ids.length === 1) || (isFull && !on) ? null : linkTo(next, left)}
                />
                {on ? (
                  <ul className="pl-4">
                    {service.addOns.map((one) => {
                      const key = addOnKey(service.id, one.id, index)
                      const added = chosen.includes(key)
                      // Within a choice one replaces the other.
                      const others = service.addOns
                        .filter(({ group }) => one.group !== undefined && group === one.group)
                        .map(({ id }) => addOnKey(service.id, id, index))
                      return (
                        <li key={key}>
                          <Row
                            on={added}
                            name={addOnLabel(one)}
                            of={name}
                            note={`+${formatCents(one.priceCents)}${one.minutes === 0 ? '' : ` · +${durationText(one.minutes)}`}`}
                            link={linkTo(
                              isSame ? [] : ids,
                              added
                                ? chosen.filter((other) => other !== key)
                                : [...chosen.filter((other) => !others.includes(other)), key],
                            )}
                          />
                        </li>
                      )
                    })}
                  </ul>
                ) : null}
              </li>
            )
          })}
        </ul>
      </details>
    </li>
  )
}

const Row = ({
  on,
  name,
  of,
  note,
  link,
}: {
  on: boolean
  name: string
  of: string
  note: string
  link: ReturnType<typeof linkOf> | null
}) => (
  <div className="flex min-h-11 items-center justify-between gap-3">
    <span className="min-w-0">
      <span className="block font-medium">{name}</span>
      <span className="block text-sm text-muted">{note}</span>
    </span>
    {link === null ? (
      on ? (
        <span className="text-sm text-muted">Elegido</span>
      ) : null
    ) : (
      <Link
        {...link}
        replace
        resetScroll={false}
        className={classNames(
          'inline-flex min-h-11 shrink-0 items-center rounded-full border px-4 font-semibold',
          on ? 'border-jacaranda bg-jacaranda-soft' : 'border-edge hover:border-ink',
        )}
      >
        {on ? 'Quitar' : 'Agregar'}
        <span className="sr-only">
          {' '}
          {name}, {of}
        </span>
      </Link>
    )}
  </div>
)
