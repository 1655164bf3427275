import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/series/own-appointment.ts'
import type { OwnAppointment, OwnStart } from '#contract/booking/series/own-appointment.ts'
import { reading } from '#web/api.ts'
import { OwnAppointmentClient } from '#web/parts/booking/series/own-appointment-client.tsx'
import { OwnAppointmentHour } from '#web/parts/booking/series/own-appointment-hour.tsx'
import { OwnAppointmentMade } from '#web/parts/booking/series/own-appointment-made.tsx'
import { OwnAppointmentMoney } from '#web/parts/booking/series/own-appointment-money.tsx'
import { OwnAppointmentRepeat } from '#web/parts/booking/series/own-appointment-repeat.tsx'
import { OwnAppointmentService } from '#web/parts/booking/series/own-appointment-parts.tsx'
import {
  type OwnClientChoice,
  type OwnWhen,
  useOwnAppointment,
} from '#web/parts/booking/series/use-own-appointment.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** An appointment in the professional's own agenda: client, service, time, payment. Confirmed at once. */
export default function OwnAppointmentSheet({
  when,
  client,
  onProposal,
  onBlock,
  onClose,
}: {
  when: OwnWhen
  /** The client of the book, if known. */
  client?: number | undefined
  /** The client should accept and pay through Kalli instead. */
  onProposal: (client: OwnClientChoice | undefined) => void
  /** Blocks the time instead of making an appointment. Absent: not possible from here. */
  onBlock?: (() => void) | undefined
  onClose: () => void
}) {
  const start = useQuery(reading(contract.ownStart, { query: client === undefined ? {} : { client } }))
  const [made, setMade] = useState<OwnAppointment>()
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={made === undefined ? 'Nueva cita' : 'Cita agendada'}
    >
      {made !== undefined ? (
        <OwnAppointmentMade one={made} onClose={onClose} />
      ) : start.isLoadingError ? (
        <ErrorState text={start.error.message} onRetry={() => start.refetch()} />
      ) : start.data === undefined ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando tus clientes…</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-40" />
        </div>
      ) : start.data.services.length === 0 ? (
        <p>Primero agrega un servicio: sin él no hay qué agendar.</p>
      ) : (
        <Fill start={start.data} when={when} onProposal={onProposal} onBlock={onBlock} onMade={setMade} />
      )}
    </Dialog>
  )
}

const Fill = ({
  start,
  when,
  onProposal,
  onBlock,
  onMade,
}: {
  start: OwnStart
  when: OwnWhen
  onProposal: (client: OwnClientChoice | undefined) => void
  onBlock: (() => void) | undefined
  onMade: (made: OwnAppointment) => void
}) => {
  const form = useOwnAppointment(start, { when, client: start.chosen ?? undefined, onMade })
  const { making, missing } = form
  return (
    <Form
      className="flex flex-col gap-5"
      onSubmit={form.typed.submit(() => (missing === undefined ? making.mutateAsync() : undefined))}
    >
      <OwnAppointmentHour form={form} />
      <OwnAppointmentClient form={form} recent={start.clients} />
      <OwnAppointmentService form={form} services={start.services} />
      <OwnAppointmentMoney form={form} />
      <OwnAppointmentRepeat form={form} />
      {making.isError ? <FormError of={making.error} /> : null}
      <div className="flex flex-wrap gap-x-2">
        <Button tone="quiet" size="small" onClick={() => onProposal(form.client)}>
          Que la acepte y pague por Kalli
        </Button>
        {onBlock === undefined ? null : (
          <Button tone="quiet" size="small" onClick={onBlock}>
            Bloquear este rato
          </Button>
        )}
      </div>
      <div className="sticky -bottom-6 -mx-5 -mb-6 flex flex-col gap-2 border-t border-line bg-surface px-5 py-4 sm:-mx-6 sm:px-6">
        <Button type="submit" wide busy={making.isPending} blocked={missing}>
          Agendar
        </Button>
      </div>
    </Form>
  )
}
