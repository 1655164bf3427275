import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/money.ts'
import type { PublicProfessional } from '#contract/search.ts'
import { type Asked, addOnsIn } from '#web/parts/booking/address.ts'
import { type Door, linkOf } from '#web/parts/booking/door.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

type Service = PublicProfessional['services'][number]

/** What may be added to the services that are chosen. */
export default function AddOnChoice({
  door,
  asked,
  services,
}: {
  door: Door
  asked: Asked
  services: readonly Service[]
}) {
  const all = services.flatMap((service) =>
    service.addOns.map((one) => ({
      key: `${service.id}-${one.id}`,
      name: one.name,
      note: addOnNote([one], services.length > 1 ? service.name : undefined),
    })),
  )
  return <AddOnLinks door={door} asked={asked} all={all} />
}

/** What it costs and takes, of one or of several who have it. */
export const addOnNote = (
  offered: readonly { priceCents: number; minutes: number }[],
  of: string | undefined,
) => {
  const prices = offered.map(({ priceCents }) => priceCents)
  const minutes = offered.map((one) => one.minutes)
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)]
  const longer = least === most ? durationText(most) : `${least} a ${durationText(most)}`
  return [
    ...(of === undefined ? [] : [of]),
    `${new Set(prices).size > 1 ? 'desde ' : ''}+${formatCents(Math.min(...prices))}`,
    most === 0 ? 'sin más tiempo' : `+${longer}`,
  ].join(' · ')
}

/** Links, as the services above. */
export const AddOnLinks = ({
  door,
  asked,
  all,
}: {
  door: Door
  asked: Asked
  all: readonly { key: string; name: string; note: string }[]
}) => {
  const chosen = addOnsIn(asked.add)
  return (
    <section aria-label="Complementos" className="mt-2 rounded-md border border-line bg-surface">
      <h3 className="flex min-h-12 items-center px-4 py-2 font-sans text-base font-semibold tracking-normal">
        Complementos
      </h3>
      <ul className="divide-y divide-line border-t border-line">
        {all.map(({ key, name, note }) => {
          const on = chosen.includes(key)
          const next = on ? chosen.filter((one) => one !== key) : [...chosen, key]
          return (
            <li key={key}>
              <Link
                {...linkOf(door, { ...asked, add: next.join() || undefined, at: undefined })}
                replace
                resetScroll={false}
                className="flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-sunk"
              >
                <span className="min-w-0 flex-1">
                  <span className="sr-only">{on ? 'Quitar ' : 'Agregar '}</span>
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
                  {on ? 'Quitar' : 'Agregar'}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
