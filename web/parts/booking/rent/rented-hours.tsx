import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Armchair } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { placeName } from '#contract/places/place-name.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { reading } from '#web/api.ts'
import { BookingActions } from '#web/parts/booking/visit/actions.tsx'
import { NextStep } from '#web/parts/booking/visit/next-step.tsx'
import ProposedChange from '#web/parts/booking/change/proposed-change.tsx'
import { OvertimeLine } from '#web/parts/booking/visit/overtime.tsx'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import OwnDeposit, { OpenClaims } from '#web/parts/booking/settlement/own-deposit.tsx'
import { OfferedHours } from '#web/parts/booking/rent/offered-hours.tsx'
import { OwnPacks } from '#web/parts/booking/rent/own-packs.tsx'
import { OwnOffer } from '#web/parts/booking/rent/own-offer.tsx'
import { RentSummary } from '#web/parts/booking/rent/rent-summary.tsx'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

const ReturnDialog = lazy(() => import('#web/parts/booking/rent/return-dialog.tsx'))
const RentChangeDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/rent/rent-change-dialog.tsx')).RentChangeDialog,
}))
const ReviewButton = lazy(() => import('#web/parts/review/review-button.tsx'))
const HandOverDialog = lazy(() => import('#web/parts/booking/rent/hand-over-dialog.tsx'))

/** Rents of the viewer without a client: coming and past ones. */
export default function RentedHours({
  shown,
  pack,
  station,
}: {
  shown: string | undefined
  /** The hour pack to open. */
  pack: string | undefined
  station: string | undefined
}) {
  const [tab, setTab] = useState<'upcoming' | 'past' | 'packs'>(pack === undefined ? 'upcoming' : 'packs')
  return (
    <div className="flex flex-col gap-6">
      <OpenClaims />
      <OfferedHours />
      <Tabs
        label="Espacios rentados"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'upcoming', label: 'Por venir' },
          { value: 'past', label: 'Anteriores' },
          { value: 'packs', label: 'Paquetes y saldo' },
        ]}
      >
        {tab === 'packs' ? <OwnPacks shown={pack} /> : <RentList tab={tab} shown={shown} station={station} />}
      </Tabs>
    </div>
  )
}

const RentList = ({
  tab,
  shown,
  station,
}: {
  tab: 'upcoming' | 'past'
  shown: string | undefined
  station: string | undefined
}) => {
  const answer = useQuery(reading(contract.reservations, { query: { tab } }))
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Cargando tus espacios…</span>
        <Skeleton className="h-52 rounded-lg" />
        <Skeleton className="h-52 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.length === 0)
    return (
      <EmptyState
        icon={<Armchair />}
        title={tab === 'upcoming' ? 'No tienes espacios rentados' : 'Aquí verás los que ya usaste'}
        text="Renta horas por adelantado en un espacio: las citas que atiendas ahí no deben renta."
        action={
          <Link {...paths.search({ type: 'spaces' })} className={buttonClass()}>
            Buscar espacios
          </Link>
        }
      />
    )
  return (
    <ul className="flex flex-col gap-4">
      {answer.data.map((rent) => (
        <li key={rent.id}>
          <RentCard rent={rent} isShown={rent.id === shown} station={station} />
        </li>
      ))}
    </ul>
  )
}

const RentCard = ({
  rent,
  isShown,
  station,
}: {
  rent: Reservation
  isShown: boolean
  station: string | undefined
}) => {
  const [dialog, setDialog] = useState<'return' | 'hand-over' | 'change'>()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) frame.current?.scrollIntoView({ block: 'start' })
  }, [isShown])
  const close = () => setDialog(undefined)
  const waits = rent.status === 'held' || rent.status === 'awaiting_payment'
  return (
    <div ref={frame} className="scroll-mt-24">
      <Card className={`flex flex-col gap-5 ${isShown ? 'outline-2 outline-jacaranda' : ''}`}>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <p className="font-display text-lg font-semibold">{placeName(rent.place)}</p>
          {rent.mine ? (
            <BookingBadge as="professional" status={rent.status} />
          ) : (
            <Badge tone="plain">Cedida</Badge>
          )}
        </div>
        <RentSummary rent={rent} />
        <Money rent={rent} />
        <OvertimeLine id={rent.id} overtime={rent.overtime} as="professional" />
        {rent.depositCents === null || waits ? null : <OwnDeposit rentId={rent.id} />}
        {rent.mine && rent.visits.length > 0 ? <Visits rent={rent} /> : null}
        {waits ? (
          <Link {...paths.rentCheckout(rent.id)} className={buttonClass({ size: 'small' }, 'self-start')}>
            Pagar estas horas
          </Link>
        ) : null}
        {rent.mine ? <NextStep booking={{ ...rent, kind: 'rent' }} station={station ?? ''} /> : null}
        {rent.transferOffer === null ? null : <OwnOffer offer={rent.transferOffer} />}
        {rent.change === null ? null : (
          <ProposedChange
            booking={{ ...rent, professional: { firstName: rent.professional.name } }}
            change={rent.change}
            as="professional"
          />
        )}
        {waits ? null : (
          <div className="flex flex-wrap items-start gap-3 border-t border-line pt-4">
            {rent.status === 'confirmed' || rent.status === 'in_progress' ? (
              <>
                <MoveButton rent={rent} move="hand_back" onPress={() => setDialog('return')}>
                  Devolver horas
                </MoveButton>
                {rent.status === 'confirmed' ? (
                  <MoveButton rent={rent} move="propose_change" onPress={() => setDialog('change')}>
                    Proponer otra hora
                  </MoveButton>
                ) : null}
                {rent.status === 'confirmed' ? (
                  <MoveButton rent={rent} move="hand_over" onPress={() => setDialog('hand-over')}>
                    Ceder horas
                  </MoveButton>
                ) : null}
              </>
            ) : null}
            <BookingActions
              booking={{ ...rent, kind: 'rent', hasReceipt: hasReceipt(rent.status) }}
              as="professional"
            />
            {rent.mine && (rent.status === 'completed' || rent.reviewed) ? (
              <Suspense>
                <ReviewButton
                  booking={{ ...rent, professional: { firstName: rent.professional.name } }}
                  as="professional"
                />
              </Suspense>
            ) : null}
          </div>
        )}
      </Card>
      {dialog === undefined ? null : (
        <Suspense fallback={<Opening />}>
          {dialog === 'return' ? (
            <ReturnDialog rent={rent} onClose={close} />
          ) : dialog === 'change' ? (
            <RentChangeDialog
              by={{ as: 'professional' }}
              selection={{ id: rent.id, unitId: undefined, minutes: 0 }}
              onClose={close}
            />
          ) : (
            <HandOverDialog rent={rent} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** Once confirmed, whatever happened afterwards. */
const hasReceipt = (status: Reservation['status']) =>
  !['held', 'awaiting_payment', 'expired'].includes(status)

/** From the table of moves: a move that is not possible now shows the reason. */
const MoveButton = ({
  rent,
  move,
  onPress,
  children,
}: {
  rent: Reservation
  move: 'hand_back' | 'hand_over' | 'propose_change'
  onPress: () => void
  children: string
}) => {
  const known = rent.moves.find((one) => one.move === move)
  if (known === undefined) return null
  return (
    <Button
      tone="secondary"
      size="small"
      blocked={known.allowed ? undefined : known.reason}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

const Money = ({ rent }: { rent: Reservation }) => (
  <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-md bg-sunk px-4 py-3">
    <span className="text-muted">
      {rent.cancellation !== null
        ? `Se te ${rent.payment?.method === 'cash' ? 'deben devolver' : 'devolvieron'} ${formatCents(rent.cancellation.refundCents)}`
        : rent.paidCents === null
          ? `La pagó ${rent.paidBy.name}`
          : rent.mine
            ? rent.rentCents < rent.paidCents
              ? `Pagaste ${formatCents(rent.paidCents)} y ${rent.pack !== null ? 'volvieron a tu paquete' : rent.payment?.method === 'cash' ? 'el espacio te devuelve' : 'te devolvimos'} ${formatCents(rent.paidCents - rent.rentCents)}`
              : rent.pack === null
                ? 'Renta, con IVA'
                : `Con tu paquete de ${rent.pack.hours} h`
            : `Ahora son de ${rent.professional.name}`}
    </span>
    <Price
      cents={(rent.cancellation?.feeCents ?? rent.rentCents) - rent.feeBackCents}
      className="text-lg font-semibold"
    />
    {rent.payment?.method !== 'cash' ? null : (
      <span className="w-full text-sm">
        Pagaste en efectivo, en recepción.
        {rent.cashBackCents === 0
          ? ''
          : ` El espacio te debe ${formatCents(rent.cashBackCents)} en mano: pídelos ahí.`}
      </span>
    )}
    {rent.feeBackCents === 0 ? null : (
      <span className="w-full text-sm text-agave">
        Esas horas se volvieron a rentar: recuperas {formatCents(rent.feeBackCents)} de la cuota.
      </span>
    )}
  </p>
)

const Visits = ({ rent }: { rent: Reservation }) => (
  <div className="flex flex-col gap-2">
    <h3 className="font-sans text-base font-semibold tracking-normal">Tus citas en estas horas</h3>
    <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
      {rent.visits.map((visit) => (
        <li key={visit.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="figures font-semibold">
            {timeOf(visit.startsAt, rent.zone)}–{timeOf(visit.endsAt, rent.zone)}
          </span>
          <span className="min-w-0 flex-1">
            {visit.client ?? 'Por confirmar'} <span className="text-muted">· {visit.serviceName}</span>
          </span>
          <span className="text-sm text-agave">Sin renta</span>
        </li>
      ))}
    </ul>
  </div>
)
