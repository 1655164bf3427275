import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statusFor } from '#contract/booking/status.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/prepaid/session-pack.ts'
import type { OwnSessionPack } from '#contract/booking/prepaid/session-pack.ts'
import { reading } from '#web/api.ts'
import { dayOf, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Polled every three seconds while a bank or a processor has not answered. */
const pollMs = 3_000

const states: Readonly<Record<OwnSessionPack['status'], { label: string; tone: BadgeTone }>> = {
  awaiting_payment: { label: 'Por pagar', tone: 'maiz' },
  failed: { label: 'No se pagó', tone: 'chile' },
  active: { label: 'Vigente', tone: 'agave' },
  expired: { label: 'Vencido', tone: 'plain' },
  refunded: { label: 'Devuelto', tone: 'plain' },
}

/** Session packs, with what is left and what they were used for; nothing without any. */
export const OwnSessionPacks = () => {
  const answer = useQuery({
    ...reading(contract.ownSessionPacks),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'awaiting_payment') === true ? pollMs : false,
  })
  if (answer.isPending) return <Skeleton className="h-40 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return answer.data.length === 0 ? null : (
    <section aria-label="Tus paquetes" className="flex flex-col gap-4">
      <h2 className="text-xl">Tus paquetes</h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {answer.data.map((pack) => (
          <li key={pack.id}>
            <PackCard pack={pack} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const PackCard = ({ pack }: { pack: OwnSessionPack }) => {
  const isUsed = pack.status === 'active' && pack.left === 0
  const { label, tone } = isUsed ? { label: 'Usado', tone: 'plain' as const } : states[pack.status]
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-lg">{pack.service.name}</h3>
          <p className="text-muted">con {pack.professional.name}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {pack.status === 'awaiting_payment' ? <Waiting pack={pack} /> : <Balance pack={pack} />}
      {pack.uses.length === 0 ? null : (
        <details className="text-[0.9375rem]">
          <summary className="inline-flex min-h-11 items-center font-semibold text-jacaranda-deep underline underline-offset-4">
            {pack.uses.length === 1 ? '1 cita' : `${pack.uses.length} citas`}
          </summary>
          <ul className="flex flex-col divide-y divide-line">
            {pack.uses.map((use) => (
              <li key={use.bookingId} className="flex items-baseline justify-between gap-4 py-2">
                <span>
                  {shortOf(use.startsAt, pack.zone)}
                  <span className="block text-sm text-muted">{statusFor(use.status, 'client')}</span>
                </span>
                <span className="text-right">
                  {formatCents(use.amountCents)}
                  {use.backCents === 0 ? null : (
                    <span className="block text-sm text-muted">volvieron {formatCents(use.backCents)}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {pack.status === 'active' && !isUsed ? (
        <Link
          {...paths.booking({ professional: pack.professional.id, service: pack.service.id })}
          className={buttonClass({ size: 'small' }, 'mt-auto self-start')}
        >
          Reservar una sesión<span className="sr-only"> de {pack.service.name}</span>
        </Link>
      ) : null}
    </Card>
  )
}

const Waiting = ({ pack: { payment } }: { pack: OwnSessionPack }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-4 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink"
  >
    <p className="min-w-0 flex-1 font-medium">
      {payment?.actionUrl
        ? 'Tu banco quiere que apruebes el pago.'
        : 'Estamos confirmando tu pago; no vuelvas a pagar.'}
    </p>
    {payment?.actionUrl ? (
      <a href={payment.actionUrl} className={buttonClass({ size: 'small' })}>
        Ir con mi banco
      </a>
    ) : null}
  </div>
)

const Balance = ({ pack }: { pack: OwnSessionPack }) => (
  <div className="flex flex-col gap-2 rounded-md bg-sunk px-4 py-3">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="font-semibold">
        {pack.left === 1 ? 'Queda 1' : `Quedan ${pack.left}`} de {pack.sessions} sesiones
      </span>
      {pack.validUntil === null || pack.status !== 'active' ? null : (
        <span className="text-sm text-muted">hasta el {dayOf(pack.validUntil, pack.zone)}</span>
      )}
    </p>
    <div aria-hidden className="h-2.5 rounded-full bg-line">
      <div
        className="h-2.5 rounded-full bg-jacaranda"
        style={{ width: `${(pack.left / pack.sessions) * 100}%` }}
      />
    </div>
    {pack.status === 'active' && pack.backCents > 0 ? (
      <p className="text-sm text-muted">
        Si venciera hoy volverían {formatCents(pack.backCents)} a tu tarjeta: las que tomaste cuentan a{' '}
        {formatCents(pack.singleCents)}.
      </p>
    ) : null}
  </div>
)
