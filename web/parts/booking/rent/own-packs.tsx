import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { statusFor } from '#contract/booking/status.ts'
import * as contract from '#contract/booking/rent/hour-pack.ts'
import type { OwnPack, PackStatus } from '#contract/booking/rent/hour-pack.ts'
import { formatCents } from '#contract/platform/money.ts'
import { placeName } from '#contract/places/place-name.ts'
import { reading } from '#web/api.ts'
import { dayOf, durationText, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Polled every three seconds while a bank or a processor has not answered. */
const pollMs = 3_000

/** Hour packs, with what is left and what they were used for. */
export const OwnPacks = ({ shown }: { shown: string | undefined }) => {
  const answer = useQuery(reading(contract.ownPacks, {}))
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Cargando tus paquetes…</span>
        <Skeleton className="h-48 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const isPaid = answer.data.some(({ id }) => id === shown)
  return (
    <div className="flex flex-col gap-4">
      {shown === undefined || shown === 'all' || isPaid ? null : <Waiting id={shown} />}
      {answer.data.length === 0 ? (
        <EmptyState
          icon={<Ticket />}
          title="No tienes paquetes de horas"
          text="Algunos espacios venden horas juntas a mejor precio. Las ves en su página, junto al precio."
          action={
            <Link {...paths.search({ type: 'spaces' })} className={buttonClass()}>
              Buscar espacios
            </Link>
          }
        />
      ) : (
        <ul className="flex flex-col gap-4">
          {answer.data.map((pack) => (
            <li key={pack.id}>
              <PackCard pack={pack} isShown={pack.id === shown} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Back from the bank's page: the actual state of the purchase. */
const Waiting = ({ id }: { id: string }) => {
  const answer = useQuery({
    ...reading(contract.ownPack, { params: { id } }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'awaiting_payment' ? pollMs : false),
  })
  const pack = answer.data
  if (pack === undefined) return null
  const action = pack.status === 'awaiting_payment' ? pack.payment?.actionUrl : null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-4 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink"
    >
      <p className="min-w-0 flex-1 font-medium">
        {pack.status === 'active'
          ? 'Tu paquete ya está pagado.'
          : pack.status === 'failed'
            ? `El pago no se completó. ${pack.payment?.failure ?? ''}`
            : action
              ? 'Tu banco quiere que apruebes el pago.'
              : 'Estamos confirmando tu pago; no vuelvas a pagar.'}
      </p>
      {action ? (
        <a href={action} className={buttonClass({ size: 'small' })}>
          Ir con mi banco
        </a>
      ) : null}
    </div>
  )
}

const states: Readonly<Record<PackStatus, { label: string; tone: BadgeTone }>> = {
  awaiting_payment: { label: 'Por pagar', tone: 'maiz' },
  failed: { label: 'No se pagó', tone: 'chile' },
  active: { label: 'Vigente', tone: 'agave' },
  expired: { label: 'Vencido', tone: 'plain' },
  refunded: { label: 'Devuelto', tone: 'plain' },
}

const PackCard = ({ pack, isShown }: { pack: OwnPack; isShown: boolean }) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) frame.current?.scrollIntoView({ block: 'start' })
  }, [isShown])
  const used = pack.status === 'active' && pack.leftMinutes === 0
  const { label, tone } = used ? { label: 'Usado', tone: 'plain' as const } : states[pack.status]
  return (
    <div ref={frame} className="scroll-mt-24">
      <Card className={`flex flex-col gap-5 ${isShown ? 'outline-2 outline-jacaranda' : ''}`}>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-xl">Paquete de {pack.hours} h</h2>
            <p className="text-muted">{placeName(pack.space)}</p>
          </div>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <Balance pack={pack} />
        {pack.uses.length === 0 ? null : <Uses pack={pack} />}
        {pack.status === 'active' && !used ? (
          <Link
            {...paths.space(pack.space.id)}
            hash="renta"
            className={buttonClass({ size: 'small' }, 'self-start')}
          >
            Rentar horas
          </Link>
        ) : null}
      </Card>
    </div>
  )
}

const Balance = ({ pack }: { pack: OwnPack }) => {
  const whole = pack.hours * 60
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunk px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-display text-2xl font-semibold">
          {pack.leftMinutes === 0 ? 'Sin horas' : `Quedan ${durationText(pack.leftMinutes)}`}
        </span>
        <span className="figures text-muted">de {formatCents(pack.priceCents)} pagados</span>
      </p>
      <div
        role="progressbar"
        aria-label="Horas que quedan"
        aria-valuemin={0}
        aria-valuemax={whole}
        aria-valuenow={pack.leftMinutes}
        aria-valuetext={durationText(pack.leftMinutes)}
        className="h-2.5 overflow-hidden rounded-full bg-edge/40"
      >
        <div
          className="h-full rounded-full bg-agave"
          style={{ width: `${Math.min(100, (pack.leftMinutes / whole) * 100)}%` }}
        />
      </div>
      <p className="text-[0.9375rem] text-muted">
        {pack.status === 'refunded'
          ? 'Terminó tu convenio: lo que no usaste volvió a tu tarjeta.'
          : pack.status === 'expired'
            ? pack.payment !== null && pack.payment.refundedCents > 0
              ? `Su tiempo terminó: ${formatCents(pack.payment.refundedCents)} de horas sin usar volvieron a tu tarjeta.`
              : 'Su tiempo terminó.'
            : `${pack.validUntil === null ? '' : `Vence el ${shortOf(pack.validUntil, pack.space.zone)}. `}${pack.transferable ? 'Las horas se pueden ceder.' : 'Las horas son solo para ti.'}`}
        {pack.status === 'active' && pack.leftMinutes > 0 && pack.hourlyCents !== null
          ? ` Si venciera así, ${pack.backCents === 0 ? `no vuelve nada: las horas que usaste ya valen lo que pagaste (${formatCents(pack.hourlyCents)} cada una sin paquete).` : `${formatCents(pack.backCents)} vuelven a tu tarjeta.`}`
          : ''}
      </p>
    </div>
  )
}

const Uses = ({ pack }: { pack: OwnPack }) => (
  <div className="flex flex-col gap-2">
    <h3 className="font-sans text-base font-semibold tracking-normal">En qué lo usaste</h3>
    <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
      {pack.uses.map((use) => (
        <li key={use.rentId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link {...paths.rents(use.rentId)} className="min-w-0 flex-1 underline-offset-4 hover:underline">
            <span className="inline-block first-letter:uppercase">
              {dayOf(use.startsAt, pack.space.zone)}
            </span>{' '}
            · {durationText(use.minutes)}
          </Link>
          <span className="text-sm text-muted">{statusFor(use.status, 'professional')}</span>
          <span className="figures">
            {formatCents(use.amountCents - use.backCents)}
            {use.backCents > 0 ? (
              <span className="text-sm text-agave"> (volvieron {formatCents(use.backCents)})</span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  </div>
)
