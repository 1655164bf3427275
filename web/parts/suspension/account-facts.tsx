import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { dateText } from '#contract/platform/short-date.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { AccountCase } from '#contract/suspension/suspension.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { type Fact, Facts, Part } from '#web/parts/booking/support/act-parts.tsx'
import { capitalZone, dateIn, shortOf } from '#web/parts/time/wall-clock.ts'
import { readablePhone } from '#web/parts/verification/address.ts'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const SupportCase = lazy(() => import('#web/parts/booking/support/case.tsx'))

/** Who it is and with whom it works, its money, and its past bookings, each of which opens. */
export const AccountFacts = ({ of: one }: { of: AccountCase }) => (
  <>
    <Part title="La cuenta">
      <Facts of={personFacts(one)} />
    </Part>
    <Part title="Su dinero">
      <Facts of={moneyFacts(one)} />
    </Part>
    <Part title="Su historia">
      <Facts of={historyFacts(one)} />
      {one.past.length === 0 ? null : <PastBookings past={one.past} />}
      <Link
        {...paths.admin({ show: 'bookings', q: one.email })}
        className="lone-link self-start font-semibold text-jacaranda"
      >
        Ver sus reservas
      </Link>
    </Part>
  </>
)

const personFacts = ({ since, phone, level, partners, partnerCount }: AccountCase): Fact[] => [
  ['Desde', [dateText(dateIn(since, capitalZone))]],
  ['Teléfono', [phone === null ? 'Sin teléfono' : readablePhone(phone)]],
  ['Verificación', [`nivel ${level}`]],
  [
    'Trabaja con',
    [
      ...partners.map(({ name, place }) => `${name}, ${place}`),
      partnerCount > partners.length ? `y ${partnerCount - partners.length} más` : '',
    ],
  ],
]

/** Only what is not zero. */
const moneyFacts = ({ money }: AccountCase): Fact[] => {
  const facts: readonly (readonly [string, number])[] = [
    ['Recibió', money.paidCents],
    ['Por recibir', money.dueCents],
    ['En pausa', money.heldCents],
    ['Debe a Kalli', money.owedCents],
    ['Pagó como cliente', money.spentCents],
    ['Saldo a favor', money.creditCents],
  ]
  const known = facts.filter(([, cents]) => cents !== 0)
  return known.length === 0
    ? [['Movimientos', ['Ninguno todavía']]]
    : known.map(([label, cents]) => [label, [formatCents(cents)]])
}

const historyFacts = ({ counts }: AccountCase): Fact[] => [
  ['Reservas', [String(counts.bookings), counts.completed === 0 ? '' : `${counts.completed} terminadas`]],
  ['Canceló', [counts.cancelled === 0 ? 'Ninguna' : String(counts.cancelled)]],
  ['No llegó', [counts.missed === 0 ? 'Nunca' : String(counts.missed)]],
  ['Problemas', [counts.disputes === 0 ? 'Ninguno' : String(counts.disputes)]],
]

const PastBookings = ({ past }: { past: AccountCase['past'] }) => {
  const [open, setOpen] = useState<string>()
  return (
    <ul aria-label="Últimas reservas" className="flex flex-col divide-y divide-line">
      {past.map((one) => (
        <li key={one.id} className="flex flex-col gap-3 py-1">
          <button
            type="button"
            aria-expanded={open === one.id}
            onClick={() => setOpen(open === one.id ? undefined : one.id)}
            className="-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md px-2 py-1.5 text-left hover:bg-sunk"
          >
            <span className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">{one.service}</strong>, {shortOf(one.startsAt, one.zone)}
              {one.with === '' ? '' : ` · ${one.with}`}{' '}
            </span>
            <BookingBadge as={null} status={one.status} />
          </button>
          {open === one.id ? (
            <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
              <SupportCase id={one.id} />
            </Suspense>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
