import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type UnitReason, unitReasons, unitWhy, type UnitWhy, whyKm } from '#contract/figures/unit-why.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Why a unit is not rented on a date: how many each rule excludes, what would change it, and a link to the setting. */
export default function UnitWhySheet({
  unitId,
  date,
  onClose,
}: {
  unitId: number
  date: string
  onClose: () => void
}) {
  const answer = useQuery(reading(unitWhy, { params: { id: unitId }, query: { date } }))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        answer.data === undefined ? '¿Por qué no se renta?' : `¿Por qué no se renta ${answer.data.unit.name}?`
      }
      description={longDate(date)}
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <div className="flex flex-col items-start gap-4">
          <Reasons why={answer.data} />
          <Link
            {...paths.hostAvailability({ date, open: 'block', unit: unitId })}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            Bloquear una hora
          </Link>
        </div>
      )}
    </Dialog>
  )
}

const Reasons = ({ why }: { why: UnitWhy }) => (
  <div className="flex flex-col gap-4">
    <p>{summaryOf(why)}</p>
    {why.reasons.length === 0 ? null : (
      <ul className="flex flex-col divide-y divide-line">
        {why.reasons.map((one) => (
          <ReasonRow key={one.reason} {...one} why={why} />
        ))}
      </ul>
    )}
    {why.price === null ? null : (
      <p className="text-[0.9375rem] text-muted">
        Tu hora cuesta {formatCents(why.price.hourCents)}. Lo usual entre {why.price.where}:{' '}
        {formatCents(why.price.usualFromCents)} a {formatCents(why.price.usualToCents)}.
      </p>
    )}
    <p className="text-sm text-muted">
      Cuenta a profesionales publicados a {whyKm} km que trabajan ese día, sin decir quiénes. Una persona
      puede tener varias razones.
    </p>
  </div>
)

const people = (count: number) => (count === 1 ? '1 profesional' : `${count} profesionales`)

const summaryOf = ({ professionals, welcome }: UnitWhy) => {
  if (professionals === 0) return `Nadie publicado a ${whyKm} km trabaja ese día.`
  const works = `A ${whyKm} km ${professionals === 1 ? 'trabaja' : 'trabajan'} ${people(professionals)} ese día.`
  return welcome === 0
    ? `${works} Hoy ninguno podría rentarla.`
    : `${works} ${people(welcome)} ya ${welcome === 1 ? 'podría' : 'podrían'} rentarla: nada lo impide.`
}

const ReasonRow = ({ reason, count, alone, why }: UnitWhy['reasons'][number] & { why: UnitWhy }) => {
  const { text, change } = unitReasons[reason]
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{text}</span>
        <span className="figures shrink-0 font-semibold">{people(count)}</span>
      </p>
      <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunk">
        <span
          className="block h-full rounded-full bg-maiz"
          style={{ width: `${(count / Math.max(1, why.professionals)) * 100}%` }}
        />
      </span>
      {alone === 0 ? null : (
        <p className="text-[0.9375rem] text-muted">
          {alone === 1 ? 'A 1 solo le falta esto.' : `A ${alone} solo les falta esto.`}
        </p>
      )}
      <Link
        {...changedAt[reason](why)}
        className="inline-flex min-h-11 items-center gap-1.5 self-start font-semibold text-jacaranda"
      >
        {change}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </li>
  )
}

/** Steps of the wizard. */
const [hoursStep, guestStep, payoutStep] = [4, 7, 9]
const step =
  (number: number) =>
  ({ space }: UnitWhy) =>
    paths.hostRegistration({ space: space.id, step: number })
const agreements = () => paths.hostApplications({ tab: 'agreements' })

const changedAt: Readonly<Record<UnitReason, (why: UnitWhy) => LinkProps>> = {
  unpublished: ({ space }) => paths.hostRegistration({ space: space.id }),
  payout_missing: step(payoutStep),
  closed: ({ date }) => paths.hostAvailability({ date }),
  taken: ({ date }) => paths.hostAvailability({ date }),
  notice: step(hoursStep),
  minimum: step(hoursStep),
  trade: step(guestStep),
  level: step(guestStep),
  documents: step(guestStep),
  no_agreement: ({ space }) => paths.searchProfessionals({ space: space.id }),
  paused: agreements,
  agreement_hours: agreements,
  quota: agreements,
  price: ({ space }) => paths.spacePricingRules({ space: space.id }),
}
