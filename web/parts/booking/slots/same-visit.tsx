import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/platform/money.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

type Service = { id: number; name: string; priceCents: number; durationMinutes: number }
/** The limit of services beside the first (contract/availability/availability.ts). */
const maxMore = 4

/** Further services in the same visit, one after the other, with the total; links, like the services above. */
export default function SameVisit({
  shell,
  search,
  services,
  first,
  following,
  noteOf,
}: {
  shell: BookingShell
  search: BookingSearch
  services: readonly Service[]
  first: Service
  following: readonly Service[]
  /** The professional, where several are possible. */
  noteOf?: (service: Service) => string
}) {
  const all = [first, ...following]
  const sum = (of: (service: Service) => number) => all.reduce((total, service) => total + of(service), 0)
  const isFull = following.length >= maxMore
  return (
    <details open={following.length > 0} className="group rounded-md border border-line bg-surface">
      <summary className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 font-semibold marker:content-none">
        ¿Algo más en la misma visita?
        <span aria-hidden className="text-muted transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {services
          .filter(({ id }) => id !== first.id)
          .map((service) => {
            const on = following.includes(service)
            const next = on ? following.filter((one) => one !== service) : [...following, service]
            return (
              <li key={service.id} className="flex items-center justify-between gap-3 px-4 py-2">
                <span className="min-w-0">
                  <span className="block font-medium">{service.name}</span>
                  <span className="block text-sm text-muted">
                    +{formatCents(service.priceCents)} · +{durationText(service.durationMinutes)}
                    {noteOf === undefined ? null : ` · ${noteOf(service)}`}
                  </span>
                </span>
                {isFull && !on ? null : (
                  <Link
                    {...linkOf(shell, {
                      ...search,
                      service: first.id,
                      more: next.map(({ id }) => id).join() || undefined,
                      at: undefined,
                    })}
                    replace
                    resetScroll={false}
                    className={classNames(
                      'inline-flex min-h-11 shrink-0 items-center rounded-full border px-4 font-semibold',
                      on ? 'border-jacaranda bg-jacaranda-soft' : 'border-edge hover:border-ink',
                    )}
                  >
                    {on ? 'Quitar' : 'Agregar'}
                    <span className="sr-only"> {service.name}</span>
                  </Link>
                )}
              </li>
            )
          })}
      </ul>
      <p aria-live="polite" className="border-t border-line px-4 py-3 text-sm">
        {following.length === 0 ? (
          <span className="text-muted">Se hacen uno tras otro, en el mismo lugar.</span>
        ) : (
          <>
            <span className="font-semibold">
              {all.length} servicios · {durationText(sum(({ durationMinutes }) => durationMinutes))} ·{' '}
              {formatCents(sum(({ priceCents }) => priceCents))}
            </span>
            {isFull ? <span className="text-muted"> · No caben más en una visita.</span> : null}
          </>
        )}
      </p>
    </details>
  )
}
