import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/booking/series/own-appointment.ts'
import type { OwnAppointment, OwnStart } from '#contract/booking/series/own-appointment.ts'
import { reading } from '#web/api.ts'
import { OwnAppointmentClient } from '#web/parts/booking/series/own-appointment-client.tsx'
import { OwnAppointmentHour } from '#web/parts/booking/series/own-appointment-hour.tsx'
import { OwnAppointmentMade } from '#web/parts/booking/series/own-appointment-made.tsx'
import { OwnAppointmentMoney } from '#web/parts/booking/series/own-appointment-money.tsx'
import { OwnAppointmentMore } from '#web/parts/booking/series/own-appointment-more.tsx'
import { OwnAppointmentPlace } from '#web/parts/booking/series/own-appointment-place.tsx'
import { OwnAppointmentRepeat } from '#web/parts/booking/series/own-appointment-repeat.tsx'
import { OwnAppointmentService } from '#web/parts/booking/series/own-appointment-parts.tsx'
import {
  type OwnAppointmentForm,
  type OwnClientChoice,
  type OwnWhen,
  useOwnAppointment,
} from '#web/parts/booking/series/use-own-appointment.ts'
import type { OwnWhat } from '#web/parts/booking/series/use-own-visit.ts'
import type { AppointmentStart } from '#web/parts/booking/series/use-proposal.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** An appointment in the professional's own agenda: client, service, time, payment. Confirmed at once. */
export default function OwnAppointmentSheet({
  when,
  what = {},
  client,
  onProposal,
  onBlock,
  onClose,
}: {
  when: OwnWhen
  /** Service and space of a pressed gap. */
  what?: OwnWhat | undefined
  /** The client of the book, if known. */
  client?: number | undefined
  /** The client should accept and pay through Kalli instead. */
  onProposal: Proposing
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
        <div className="flex flex-col items-start gap-4">
          <p>Primero agrega un servicio: sin él no hay qué agendar.</p>
          <Link {...paths.services({ edit: 'new' })} className={buttonClass({})}>
            Agregar un servicio
          </Link>
        </div>
      ) : (
        <Fill
          start={start.data}
          when={when}
          what={what}
          onProposal={onProposal}
          onBlock={onBlock}
          onMade={setMade}
        />
      )}
    </Dialog>
  )
}

/** With the client and the hour that are chosen so far. */
type Proposing = (client: OwnClientChoice | undefined, start: AppointmentStart | undefined) => void

const Fill = ({
  start,
  when,
  what,
  onProposal,
  onBlock,
  onMade,
}: {
  start: OwnStart
  when: OwnWhen
  what: OwnWhat
  onProposal: Proposing
  onBlock: (() => void) | undefined
  onMade: (made: OwnAppointment) => void
}) => {
  const form = useOwnAppointment(start, { when, what, client: start.chosen ?? undefined, onMade })
  const { making, missing } = form
  return (
    <Form
      className="flex flex-col gap-5"
      onSubmit={form.typed.submit(() => (missing === undefined ? making.mutateAsync() : undefined))}
    >
      <OwnAppointmentHour form={form} />
      <OwnAppointmentClient form={form} recent={start.clients} />
      <OwnAppointmentService form={form} services={start.services} />
      <OwnAppointmentPlace form={form} />
      <OwnAppointmentMoney form={form} />
      <OwnAppointmentRepeat form={form} />
      <OwnAppointmentMore form={form} />
      {making.isError ? <FormError of={making.error} /> : null}
      <div className="flex flex-wrap gap-x-2">
        <Button tone="quiet" size="small" onClick={() => onProposal(form.client, startOf(form))}>
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

/** The proposal begins at the chosen hour. */
const startOf = ({ hour, isHourChosen, visit }: OwnAppointmentForm): AppointmentStart | undefined =>
  hour === undefined || !isHourChosen
    ? undefined
    : { serviceId: visit.serviceId, startsAt: hour.slot.startsAt, spaceId: hour.slot.spaceId }
