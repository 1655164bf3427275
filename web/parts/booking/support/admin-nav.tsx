import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { adminWaiting, type AdminWaiting } from '#contract/workday/admin-waiting.ts'
import { reading } from '#web/api.ts'
import type { AdminShow } from '#web/parts/booking/support/admin-shows.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** New cases arrive while an administrator works through a list. */
export const adminWaitingReading = { ...reading(adminWaiting), refetchInterval: 60_000, retry: false }

type Place = AdminShow | 'waiting'

/** Lists with pending cases first, then those for searching. */
const places: readonly { show: Place; label: string; counted?: keyof AdminWaiting }[] = [
  { show: 'waiting', label: 'Por revisar', counted: 'listings' },
  { show: 'papers', label: 'Documentos', counted: 'papers' },
  { show: 'messages', label: 'Mensajes', counted: 'messages' },
  { show: 'reviews', label: 'Reseñas', counted: 'reviews' },
  { show: 'no-shows', label: 'Inasistencias', counted: 'noShows' },
  { show: 'deposits', label: 'Garantías', counted: 'deposits' },
  { show: 'disputes', label: 'Problemas', counted: 'disputes' },
  { show: 'chargebacks', label: 'Contracargos', counted: 'chargebacks' },
  { show: 'suspended', label: 'Suspendidos' },
  { show: 'deliveries', label: 'Entregas' },
  { show: 'bookings', label: 'Reservas' },
  { show: 'accounts', label: 'Cuentas' },
  { show: 'money', label: 'Registro de dinero' },
  { show: 'google', label: 'Google' },
]

const linkTo = (show: Place) => paths.admin(show === 'waiting' ? {} : { show })

/** Every list with its pending count. On a phone only lists with pending cases, and a menu of all. */
export const AdminNav = ({ show }: { show: Place }) => {
  const navigate = useNavigate()
  const { data } = useQuery(adminWaitingReading)
  useFreshCounts()
  const withCounts = places.map(({ counted, ...one }) => ({
    ...one,
    count: counted === undefined ? undefined : data?.[counted],
  }))
  return (
    <nav aria-label="Qué ver" className="flex flex-col gap-2 max-sm:w-full">
      <Field label="Ver otra lista" hideLabel className="sm:hidden">
        {(control) => (
          <Select
            {...control}
            value={show}
            onChange={({ target }) => {
              const chosen = places.find((one) => one.show === target.value)
              if (chosen !== undefined) void navigate(linkTo(chosen.show))
            }}
          >
            {withCounts.map(({ show: place, label, count = 0 }) => (
              <option key={place} value={place}>
                {count === 0 ? label : `${label} (${count})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ul className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
        {withCounts.map(({ show: place, label, count }) => (
          <li key={place} className={classNames((count ?? 0) === 0 && place !== show && 'max-sm:hidden')}>
            <Link
              {...linkTo(place)}
              aria-current={place === show ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center gap-2 rounded-sm px-4 font-semibold transition-colors',
                place === show ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
              )}
            >
              {label}{' '}
              {count === undefined || count === 0 ? null : (
                <span className="figures rounded-full bg-barro px-2 text-sm text-on-barro">
                  {count}
                  <span className="sr-only"> en espera</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Reloads the counts after a decision. */
const useFreshCounts = () => {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void queryClient.invalidateQueries({ queryKey: adminWaitingReading.queryKey })
      }),
    [queryClient],
  )
}
