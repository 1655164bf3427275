import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { arrivedReason } from '#contract/booking/moves.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { confirmAttendance } from '#contract/booking/attendance.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/visit/no-show.ts'
import { ApiError, call } from '#web/api.ts'
import { clientName } from '#contract/booking/client/client-name.ts'
import ByPosition from '#web/parts/booking/visit/by-position.tsx'
import { saidBefore } from '#web/parts/booking/summary/delay-words.ts'
import { asOf } from '#web/parts/offline/as-of.ts'
import { ScanButton } from '#web/parts/booking/visit/scan-code.tsx'
import { useQueue, useWaiting } from '#web/parts/offline/queue.ts'
import { useOfflineNow } from '#web/parts/offline/use-offline-now.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * The client is not here yet: the professional registers the arrival, or, from a quarter of an hour after the start, the no-show. Hidden
 * until then. An arrival is stored on the device while offline; a no-show moves money and needs a connection.
 */
export default function Absence({ booking: one, station }: { booking: Booking; station: string }) {
  const [asks, setAsks] = useState(false)
  const waiting = useWaiting(one.id)
  const offlineNow = useOfflineNow()
  const refresh = useRefreshBookings()
  const formId = useId()
  const attending = useMutation({
    mutationFn: () => call(confirmAttendance, { params: { id: one.id } }),
    onSuccess: () =>
      toast(
        'Registramos que sí vino',
        `${clientName(one, 'Tu cliente')} la cierra, o se cierra sola.`,
        'good',
      ),
    onSettled: refresh,
  })
  const moveOf = (name: string) => one.moves.find(({ move }) => move === name)
  const [reported, mark, attended] = [
    moveOf('arrive'),
    moveOf('client_no_show'),
    moveOf('confirm_attendance'),
  ]
  if (reported === undefined || mark === undefined || attended === undefined) return null
  // The client came after all.
  if (waiting.some(({ step }) => step !== 'arrive')) return null
  const waits = waiting.some(({ problem }) => problem === undefined)
  const isHere = waits || reported.reason === arrivedReason
  const arrive = isHere || offlineNow === null ? reported : asOf('arrive', one, offlineNow)
  const there = thereOf(one)
  const lacksLine = offlineNow !== null || waits
  if (!arrive.allowed && !mark.allowed && !isHere) return null
  return (
    <div
      role="group"
      aria-label={`Si ${clientName(one)} no llega`}
      className="flex flex-col gap-3 rounded-md bg-sunk px-4 py-3.5"
    >
      <p className="text-[0.9375rem]">
        <span className="font-semibold">
          {attended.allowed
            ? `¿Vino ${clientName(one)}?`
            : mark.allowed
              ? '¿No llegó?'
              : '¿Todavía no llega?'}
        </span>{' '}
        {attended.allowed && one.closesAt !== null
          ? `Su llegada no quedó registrada. Si no dices nada, la cita se cierra sola el ${shortOf(one.closesAt, one.zone)} y cuenta como dada.`
          : isHere
            ? `Ya registraste que estás ${there}.`
            : one.place.unitName === null
              ? `Registra primero que tú ya estás ${there}.`
              : 'Registra primero que tú ya estás: escribe o escanea el código de tu unidad, o di dónde estás.'}
      </p>
      {isHere ? null : <Arrive booking={one} station={station} formId={formId} />}
      {isHere || one.byPosition === undefined || one.place.modality === 'online' ? null : (
        <ByPosition
          booking={one}
          step="arrive"
          may={one.byPosition}
          behind={false}
          otherIn={formId}
          onCame={async () => {
            toast(`Registramos que ya estás ${there}`, undefined, 'good')
            await refresh()
          }}
          onProblem={refresh}
        />
      )}
      <div className="flex flex-wrap items-start gap-3">
        {attended.allowed ? (
          <Button
            size="small"
            busy={attending.isPending}
            blocked={lacksLine ? 'Se registra cuando vuelva la conexión.' : undefined}
            onClick={() => attending.mutate()}
          >
            Sí vino
          </Button>
        ) : null}
        <Button
          tone="secondary"
          size="small"
          blocked={
            lacksLine ? 'Se registra cuando vuelva la conexión.' : mark.allowed ? undefined : mark.reason
          }
          onClick={() => setAsks(true)}
        >
          No llegó
        </Button>
      </div>
      {attending.isError ? (
        <p role="alert" className="font-medium text-chile">
          {attending.error.message}
        </p>
      ) : null}
      {asks ? <MarkDialog booking={one} onClose={() => setAsks(false)} /> : null}
    </div>
  )
}

const thereOf = ({ place }: Booking) => (place.modality === 'online' ? 'en la videollamada' : 'en el lugar')

const Arrive = ({ booking: one, station, formId }: { booking: Booking; station: string; formId: string }) => {
  const form = useForm({ initial: () => ({ code: station }) })
  const { code } = form.values
  const queue = useQueue()
  const refresh = useRefreshBookings()
  const arriving = useMutation({
    mutationFn: () =>
      queue.sendOrWait(
        { bookingId: one.id, step: 'arrive', code },
        {
          behind: false,
          send: () => call(contract.arrive, { params: { id: one.id }, body: code === '' ? {} : { code } }),
        },
      ),
    onSuccess: (outcome) => {
      if (outcome === 'done') toast(`Registramos que ya estás ${thereOf(one)}`, undefined, 'good')
    },
    onSettled: refresh,
  })
  const wrong =
    arriving.error instanceof ApiError && arriving.error.code === 'wrong_code'
      ? 'Ese código no es el de tu unidad.'
      : undefined
  return (
    <Form
      id={formId}
      className="flex flex-wrap items-end gap-3"
      onSubmit={form.submit(() => arriving.mutateAsync())}
    >
      {one.place.unitName === null ? null : (
        <Field
          label={`Código de ${one.place.unitName}`}
          className="max-w-full min-w-44"
          {...(wrong === undefined ? {} : { error: wrong })}
        >
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={(event) => form.put({ code: event.target.value.trim() })}
              autoComplete="off"
              autoCapitalize="characters"
              className="figures max-w-44"
            />
          )}
        </Field>
      )}
      {one.place.unitName === null ? null : <ScanButton onCode={(code) => form.put({ code })} />}
      <Button type="submit" tone="secondary" busy={arriving.isPending}>
        Ya estoy aquí
      </Button>
      {arriving.isError && wrong === undefined ? (
        <p role="alert" className="w-full font-medium text-chile">
          {arriving.error.message}
        </p>
      ) : null}
    </Form>
  )
}

const MarkDialog = ({ booking: one, onClose }: { booking: Booking; onClose: () => void }) => {
  const refresh = useRefreshBookings()
  const marking = useMutation({
    mutationFn: () =>
      call(contract.markNoShow, { params: { id: one.id }, query: {}, body: { version: one.version } }),
    onSuccess: async () => {
      toast('Quedó registrado', `Avisamos a ${clientName(one)}.`, 'good')
      onClose()
      await refresh()
    },
    onError: refresh,
  })
  const isFree = one.policy === null || one.policy.noShowFeeCents === 0
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`¿${clientName(one, 'Tu cliente')} no llegó?`}
      description={costOf(one)}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Seguir esperando
          </Button>
          <Button tone="danger" busy={marking.isPending} onClick={() => marking.mutate()}>
            Registrar que no llegó
          </Button>
        </>
      }
    >
      <p>
        {isFree
          ? 'La cita termina y tu horario vuelve a estar libre.'
          : `La cita termina. ${clientName(one, 'Tu cliente')} tiene 24 horas para decir otra cosa; después recibes tu parte de la cuota, menos la comisión y la renta que toque.`}
      </p>
      {saidBefore({ client: one.delays.client, professional: null }, one.zone).map((text) => (
        <p key={text} className="mt-4 font-semibold">
          {text}
        </p>
      ))}
      {marking.isError ? (
        <p role="alert" className="mt-4 font-medium text-chile">
          {marking.error.message}
        </p>
      ) : null}
    </Dialog>
  )
}

/** What the server will do, in a sentence: the retained amount, and the refund of the rest. */
const costOf = ({ policy, upfront, inPlace, totalCents, class: seat }: Booking): string => {
  if (policy === null) return ''
  if (upfront?.byLink && upfront.paidCents === 0) return 'No ha pagado nada: no se le cobra nada.'
  if (inPlace !== null && !upfront?.byLink) return 'Se iba a pagar en el lugar: no se le cobra nada.'
  const { noShowFeeCents: feeCents, label } = policy
  const paidCents = upfront?.paidCents ?? totalCents
  if (paidCents === 0) return 'Esta cita no pidió anticipo: no se le cobra nada.'
  if (seat !== undefined && seat.movedFrom !== null)
    return 'La clase cambió de hora o de lugar y no dijo que le queda: no paga nada.'
  if (feeCents === 0) return `Tu política ${label} no cobra si no llega: no paga nada.`
  if (feeCents === totalCents) return `Tu política ${label} cobra la cita completa: ${formatCents(feeCents)}.`
  return feeCents === paidCents
    ? `Tu política ${label} cobra el anticipo completo: ${formatCents(feeCents)}.`
    : `Tu política ${label} cobra ${formatCents(feeCents)}; lo demás vuelve por donde pagó.`
}
