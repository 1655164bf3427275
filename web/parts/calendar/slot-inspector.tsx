import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/availability.ts'
import { reading } from '#web/api.ts'
import { servicesReading } from '#web/parts/service/reading.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'

/** Of one service on one date: every start at every place, and the rule that took it away. */
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
      description="La misma decisión que ven tus clientas, hora por hora."
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
        {services.isError ? (
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
  if (answer.isError) return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { places, zone } = answer.data
  if (places.length === 0)
    return <p className="text-muted">No tienes dónde darlo: te falta un convenio o un lugar propio.</p>
  return (
    <ul className="flex flex-col gap-5">
      {places.map((place) => {
        const offered = place.starts.filter((start) => start.offered).length
        return (
          <li key={place.spaceId ?? 0} className="flex flex-col gap-2">
            <h3 className="flex items-baseline justify-between gap-3 font-sans text-base font-semibold tracking-normal">
              {place.name}
              <span className="figures shrink-0 font-normal text-muted">
                {offered === 1 ? '1 horario' : `${offered} horarios`}
              </span>
            </h3>
            {place.wholeDay === null ? null : <p>{place.wholeDay.text}.</p>}
            <ul className="flex flex-col divide-y divide-line text-[0.9375rem]">
              {stretchesOf(place.starts).map(({ from, to, text, isOffered }) => (
                <li key={from} className="flex gap-4 py-1.5">
                  <span className="figures w-28 shrink-0">
                    {from === to ? timeOf(from, zone) : `${timeOf(from, zone)} a ${timeOf(to, zone)}`}
                  </span>
                  <span
                    className={classNames('min-w-0', isOffered ? 'font-semibold text-agave' : 'text-muted')}
                  >
                    {text}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

/** Starts that follow each other with one answer are one line. */
const stretchesOf = (starts: readonly { startsAt: string; offered: boolean; text: string }[]) => {
  const joined: { from: string; to: string; text: string; isOffered: boolean }[] = []
  for (const { startsAt, offered, text } of starts) {
    const last = joined.at(-1)
    if (last?.text === text) last.to = startsAt
    else joined.push({ from: startsAt, to: startsAt, text, isOffered: offered })
  }
  return joined
}
