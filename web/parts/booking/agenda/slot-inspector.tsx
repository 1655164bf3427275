import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/availability/availability.ts'
import { reading } from '#web/api.ts'
import { DayOfStarts } from '#web/parts/time/day-of-starts.tsx'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** For one service on one date: every start at every place, and the rule that excluded it. */
export default function SlotInspector({ date: first, onClose }: { date: string; onClose: () => void }) {
  const [date, setDate] = useState(first)
  const [chosen, choose] = useState<number>()
  const services = useQuery(servicesReading)
  const own = (services.data ?? []).filter(({ archived }) => !archived)
  const serviceId = chosen ?? own[0]?.id
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="¿Por qué no salen horarios?"
      description="La misma decisión que ven tus clientes, hora por hora."
    >
      <div className="flex flex-col gap-5">
        <Field label="Servicio">
          {(control) => (
            <Select
              {...control}
              value={serviceId ?? ''}
              onChange={(event) => choose(Number(event.target.value))}
            >
              {own.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Fecha">
          {(control) => (
            <Input
              {...control}
              type="date"
              required
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </Field>
        {services.isLoadingError ? (
          <ErrorState text={services.error.message} onRetry={() => services.refetch()} />
        ) : serviceId === undefined ? (
          services.isPending ? (
            <Skeleton className="h-40 rounded-md" />
          ) : (
            <p className="text-muted">Todavía no tienes servicios.</p>
          )
        ) : /^\d{4}-\d\d-\d\d$/.test(date) ? (
          <Answer serviceId={serviceId} date={date} />
        ) : null}
      </div>
    </Dialog>
  )
}

const Answer = ({ serviceId, date }: { serviceId: number; date: string }) => {
  const answer = useQuery(reading(contract.explainSlots, { query: { service: serviceId, date } }))
  if (answer.isPending) return <Skeleton className="h-40 rounded-md" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return <DayOfStarts day={answer.data} />
}
