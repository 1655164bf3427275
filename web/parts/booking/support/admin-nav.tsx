import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { adminWaitingReading, linkTo, type Place, places } from '#web/parts/booking/support/admin-places.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

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
