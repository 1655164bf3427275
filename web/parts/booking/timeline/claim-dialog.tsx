import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as booking from '#contract/booking/booking.ts'
import * as closures from '#contract/booking/closure/closure.ts'
import * as desk from '#contract/booking/desk/desk.ts'
import * as contract from '#contract/booking/agenda/timeline.ts'
import { call, reading } from '#web/api.ts'
import { TalkOfDay } from '#web/parts/booking/visit/talk-with.tsx'
import { BookingActions } from '#web/parts/booking/visit/actions.tsx'
import { ArrivedBy } from '#web/parts/booking/visit/arrived-by.tsx'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { CashTaken } from '#web/parts/booking/timeline/desk-cash.tsx'
import { UnitBlockForm } from '#web/parts/booking/timeline/unit-block-form.tsx'
import { busySpan } from '#contract/booking/agenda/timeline-claims.ts'
import { isFree, savedFor } from '#web/parts/booking/timeline/layout.ts'
import { mayCarry, whoOf, type Pointed } from '#web/parts/booking/timeline/timeline-claim.ts'
import { usedText } from '#web/parts/time/used-text.ts'
import { dateIn, longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import type { Selection } from '#web/parts/booking/rent/rent-change-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

const MissingProfessional = lazy(() => import('#web/parts/booking/visit/missing-professional.tsx'))
const HostDeposit = lazy(() => import('#web/parts/booking/settlement/host-deposit.tsx'))

/** The entry at one place of the timeline, and its host's actions. */
export const ClaimDialog = ({
  pointed,
  onClose,
  onOtherHour,
}: {
  pointed: Pointed
  onClose: () => void
  onOtherHour: (selection: Selection) => void
}) => {
  const { claim, space, unit } = pointed
  const when = `${longDate(dateIn(claim.startsAt, space.zone))}, ${timeOf(claim.startsAt, space.zone)} a ${timeOf(claim.endsAt, space.zone)}`
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${contract.claimKinds[claim.kind]}: ${unit.name}`}
      description={<span className="block first-letter:uppercase">{when}</span>}
    >
      {claim.kind === 'booking' || claim.kind === 'rent' ? (
        <Booked pointed={pointed} onClose={onClose} onOtherHour={onOtherHour} />
      ) : claim.kind === 'hold' ? (
        <Held pointed={pointed} onClose={onClose} />
      ) : claim.reservedFor !== undefined ? (
        <SavedChair name={claim.reservedFor} unit={unit.name} />
      ) : claim.kind === 'shut' ? (
        <p>
          {unit.name} tiene su propio horario y en estas horas no abre: nadie la recibe al reservar ni al
          rentar. Se cambia en «Horarios».
        </p>
      ) : claim.kind === 'class' ? (
        <p>
          {claim.professional} da aquí una clase en grupo. Quién la toma lo ve solo quien la da; si necesitas
          el lugar, pídele que la cancele.
        </p>
      ) : claim.block === undefined ? (
        <p className="text-muted">Este tiempo viene de un calendario conectado. Se cambia allá.</p>
      ) : claim.block.closureId === null ? (
        <UnitBlockForm space={space} block={{ ...claim.block, claim, unit }} onDone={onClose} />
      ) : (
        <ClosedUnit pointed={pointed} onClose={onClose} />
      )}
    </Dialog>
  )
}

const Booked = ({
  pointed,
  onClose,
  onOtherHour,
}: {
  pointed: Pointed
  onClose: () => void
  onOtherHour: (selection: Selection) => void
}) => {
  const { claim } = pointed
  const whole = useQuery(reading(booking.booking, { params: { id: claim.booking?.id ?? '' }, query: {} }))
  if (claim.booking === undefined) return null
  const { id } = claim.booking
  const other = whole.data?.kind === 'rent' ? whole.data.moves.find(isOther) : undefined
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{whoOf(claim)}</p>
        <BookingBadge as="host" status={claim.booking.status} />
      </div>
      <p className="flex justify-between gap-3 border-y border-line py-3">
        <span className="text-muted">Renta</span>
        <Price cents={claim.booking.rentCents} className="font-semibold" />
      </p>
      {whole.data === undefined ? null : <ArrivedBy booking={whole.data} />}
      {whole.data?.equipment === undefined ? null : (
        <p className="flex justify-between gap-3 border-b border-line pb-3">
          <span className="text-muted">Equipo apartado</span>
          <span className="figures text-right">{usedText(whole.data.equipment, whole.data.zone)}</span>
        </p>
      )}
      {claim.booking.cash ? (
        <p className="text-[0.9375rem]">
          Se pagó en efectivo, en tu recepción: el dinero ya es tuyo y la comisión de Kalli sale de tu próximo
          depósito.
        </p>
      ) : null}
      {claim.kind === 'rent' ? (
        <Suspense>
          <HostDeposit rentId={claim.booking.id} />
        </Suspense>
      ) : null}
      {mayCarry(claim) ? <OtherUnit pointed={pointed} onDone={onClose} /> : null}
      {other === undefined || whole.data?.status !== 'confirmed' ? null : (
        <Button
          tone="secondary"
          size="small"
          blocked={other.allowed ? undefined : other.reason}
          onClick={() => onOtherHour({ id, unitId: pointed.unit.id, minutes: 0 })}
          className="self-start"
        >
          Proponer otra hora
        </Button>
      )}
      {whole.data?.kind !== 'visit' ||
      (whole.data.status !== 'confirmed' && whole.data.status !== 'in_progress') ? null : (
        <Suspense>
          <MissingProfessional booking={whole.data} as="host" />
        </Suspense>
      )}
      {whole.data === undefined ? null : (
        <div className="flex flex-wrap items-start gap-3">
          <TalkOfDay booking={whole.data} />
          <BookingActions booking={whole.data} visit={whole.data} as="host" inRow />
        </div>
      )}
    </div>
  )
}

const isOther = ({ move }: { move: string }) => move === 'propose_change'

/** Without dragging: the units that are free at that time. */
const OtherUnit = ({ pointed, onDone }: { pointed: Pointed; onDone: () => void }) => {
  const { claim, space, unit } = pointed
  const free = space.units.filter((other) => other.id !== unit.id && isFree(other, busySpan(claim), claim))
  const [chosen, choose] = useState(free[0]?.id)
  const queryClient = useQueryClient()
  const moving = useMutation({
    mutationFn: (unitId: number) =>
      call(contract.moveUnit, {
        params: { id: claim.booking?.id ?? '' },
        body: { unitId, version: claim.booking?.version ?? 0 },
      }),
    onSuccess: async (moved) => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      toast(
        `Ahora en ${moved.place.unitName ?? 'otra unidad'}`,
        'Misma hora y mismo precio. Ya avisamos.',
        'good',
      )
      onDone()
    },
    onError: (problem) => toast('No se movió', problem.message, 'bad'),
  })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Pasar a otra unidad" className="min-w-44 flex-1">
        {(control) => (
          <Select {...control} value={chosen ?? ''} onChange={(event) => choose(Number(event.target.value))}>
            {free.length === 0 ? <option value="">Ninguna libre</option> : null}
            {free.map((one) => {
              const saved = savedFor(one, busySpan(claim))
              return (
                <option key={one.id} value={one.id}>
                  {saved === undefined ? one.name : `${one.name}, guardada para ${saved}`}
                </option>
              )
            })}
          </Select>
        )}
      </Field>
      <Button
        tone="secondary"
        busy={moving.isPending}
        blocked={chosen === undefined ? 'No hay otra unidad libre a esa hora.' : undefined}
        onClick={() => chosen !== undefined && moving.mutate(chosen)}
      >
        Mover
      </Button>
    </div>
  )
}

const Held = ({ pointed, onClose }: { pointed: Pointed; onClose: () => void }) => {
  const { claim, space } = pointed
  const queryClient = useQueryClient()
  const until = claim.expiresAt === undefined ? '' : timeOf(claim.expiresAt, space.zone)
  const releasing = useMutation({
    mutationFn: () => call(desk.deskRelease, { params: { id: claim.booking?.id ?? '' } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      toast('Horario libre', 'Lo que apartaste en recepción se soltó.', 'good')
      onClose()
    },
    onError: (problem) => toast('No se soltó', problem.message, 'bad'),
  })
  return (
    <div className="flex flex-col gap-5">
      <p>
        {claim.booking === undefined
          ? `Alguien está por pagarlo, o por aceptar esta hora para algo que ya reservó. Si no lo hace antes de las ${until}, queda libre solo.`
          : `${whoOf(claim)}. Le enviamos el enlace para pagar; espera hasta las ${until}.`}
      </p>
      {claim.booking === undefined ? null : (
        <div className="flex flex-wrap gap-3">
          {/* A visit has a client; a rent only has its professional. */}
          {claim.booking.client === null ? (
            <CashTaken id={claim.booking.id} amountCents={claim.booking.rentCents} onDone={onClose} />
          ) : null}
          <Button tone="danger" busy={releasing.isPending} onClick={() => releasing.mutate()}>
            Soltar el horario
          </Button>
        </div>
      )}
    </div>
  )
}

const SavedChair = ({ name, unit }: { name: string; unit: string }) => (
  <div className="flex flex-col gap-4">
    <p>
      Por su turno, {unit} es de {name} en estas horas: nadie más la recibe al reservar ni al rentar, tampoco
      en recepción. A mano sí puedes pasar ahí una reserva.
    </p>
    <p className="text-muted">
      Mientras no tenga cita, esas horas no cuentan ni como vacías ni como reservadas.
    </p>
    <Link
      {...paths.team({ as: 'host' })}
      className={classNames(buttonClass({ tone: 'secondary' }), 'self-start')}
    >
      Ver su turno en Equipo
    </Link>
  </div>
)

const ClosedUnit = ({ pointed, onClose }: { pointed: Pointed; onClose: () => void }) => {
  const { claim, space } = pointed
  const queryClient = useQueryClient()
  const closure = space.closures.find(({ id }) => id === claim.block?.closureId)
  const opening = useMutation({
    mutationFn: () => call(closures.reopen, { params: { id: closure?.id ?? 0 } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      toast('Abierto otra vez', 'Esas horas vuelven a ofrecerse.', 'good')
      onClose()
    },
    onError: (problem) => toast('No se abrió', problem.message, 'bad'),
  })
  if (closure === undefined) return null
  const names = space.units.filter(({ id }) => closure.unitIds.includes(id)).map(({ name }) => name)
  const at = (instant: string) => `${longDate(dateIn(instant, space.zone))}, ${timeOf(instant, space.zone)}`
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        <dt className="text-muted">Del</dt>
        <dd>{at(closure.startsAt)}</dd>
        <dt className="text-muted">Al</dt>
        <dd>{at(closure.endsAt)}</dd>
        <dt className="text-muted">Unidades</dt>
        <dd>{names.join(', ')}</dd>
        <dt className="text-muted">Motivo</dt>
        <dd>{closure.reason === '' ? 'Sin motivo' : closure.reason}</dd>
        <dt className="text-muted">Cerró</dt>
        <dd>{closure.author}</dd>
      </dl>
      <Button tone="danger" busy={opening.isPending} onClick={() => opening.mutate()} className="self-start">
        Quitar el cierre completo
      </Button>
    </div>
  )
}
