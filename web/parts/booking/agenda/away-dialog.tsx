import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as contract from '#contract/booking/agenda/calendar.ts'
import type { AwayImpact } from '#contract/booking/agenda/calendar.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { dateIn, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/toast.ts'

/** Closes dates: first the clients expected then, then the confirmation. Closed dates are reopened the same way. */
export default function AwayDialog({
  from: first,
  zone,
  onClose,
}: {
  from: string
  zone: string
  onClose: () => void
}) {
  const away = useAway(first, onClose)
  const { seen } = away
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Vacaciones y días libres"
      description="Esos días no se ofrece nada. Primero ves a quién esperas."
      actions={
        seen === null ? (
          <>
            <Button tone="quiet" busy={away.opening.isPending} onClick={() => away.opening.mutate()}>
              Volver a abrir esos días
            </Button>
            <Button busy={away.looking.isPending} onClick={() => away.looking.mutate()}>
              Ver qué pasa
            </Button>
          </>
        ) : (
          <Button busy={away.leaving.isPending} onClick={() => away.leaving.mutate(seen)}>
            {seen.visits.every(({ kind }) => kind === 'rent')
              ? 'Cerrar esos días'
              : 'Respetar esas citas y cerrar'}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <DateFields away={away} />
        {away.problem === null ? null : (
          <p role="alert" className="font-medium text-chile">
            {away.problem.message}
          </p>
        )}
        {seen === null ? null : <Impact seen={seen} zone={zone} />}
      </div>
    </Dialog>
  )
}

/** The chosen dates, the clients expected then, and closing or opening the dates. */
const useAway = (first: string, onClose: () => void) => {
  // A professional who opens one of the visits comes back to the dates that were chosen.
  const form = useForm({ initial: { from: first, to: first }, draft: 'away' })
  const dates = form.values.from < first ? { from: first, to: first } : form.values
  const [seen, see] = useState<AwayImpact | null>(null)
  const queryClient = useQueryClient()
  const done = async (title: string, text?: string) => {
    form.accept()
    await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
    toast(title, text, 'good')
    onClose()
  }
  const put = (part: Partial<typeof dates>) => {
    form.put({ ...dates, ...part })
    see(null)
  }
  const looking = useMutation({
    mutationFn: () => call(contract.previewAway, { body: dates }),
    onSuccess: see,
  })
  const leaving = useMutation({
    mutationFn: (impact: AwayImpact) =>
      call(
        contract.goAway,
        { body: { ...dates, keep: impact.visits.map(({ id }) => id) } },
        // Dates reopened meanwhile can be closed again, and the other way round below: each press is a new request.
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: ({ dates: count }) =>
      done('Listo, a descansar', count === 1 ? 'Ese día no se ofrece.' : `${count} días sin ofrecerse.`),
    // A client booked in between: shown again, with that booking.
    onError: () => looking.mutate(),
  })
  const opening = useMutation({
    mutationFn: () => call(contract.comeBack, { body: dates }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ dates: count, stillClosed }) =>
      done(count === 0 ? 'Nada que abrir' : 'De vuelta', openedText(count, stillClosed)),
  })
  const problem = looking.error ?? leaving.error ?? opening.error
  return { seen, opening, looking, leaving, dates, put, problem }
}

type Away = ReturnType<typeof useAway>

const DateFields = ({ away }: { away: Away }) => (
  <div className="grid grid-cols-2 gap-4">
    <Field label="Desde el día">
      {(control) => (
        <Input
          {...control}
          type="date"
          required
          value={away.dates.from}
          onChange={({ target: { value } }) =>
            away.put({ from: value, to: value > away.dates.to ? value : away.dates.to })
          }
        />
      )}
    </Field>
    <Field label="Hasta el día">
      {(control) => (
        <Input
          {...control}
          type="date"
          required
          min={away.dates.from}
          value={away.dates.to}
          onChange={({ target: { value } }) => away.put({ to: value })}
        />
      )}
    </Field>
  </div>
)

const openedText = (dates: number, stillClosed: number): string =>
  [
    dates === 0
      ? 'No había días cerrados por vacaciones.'
      : dates === 1
        ? 'Ese día vuelve a ofrecerse, con el horario que tenía.'
        : `${dates} días vuelven a ofrecerse, con el horario que tenían.`,
    ...(stillClosed === 0
      ? []
      : [
          stillClosed === 1
            ? '1 día que cerraste aparte sigue cerrado: se abre en «Horario de un día».'
            : `${stillClosed} días que cerraste aparte siguen cerrados: se abren en «Horario de un día».`,
        ]),
  ].join(' ')

const Impact = ({ seen, zone }: { seen: AwayImpact; zone: string }) => {
  const { dates, classes, held } = seen
  const visits = seen.visits.filter(({ kind }) => kind === 'visit')
  const rents = seen.visits.filter(({ kind }) => kind === 'rent')
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>
        {dates === 1 ? 'Un día' : `${dates} días`} sin horarios.{' '}
        {visits.length === 0
          ? 'No esperas a nadie.'
          : 'Estas citas siguen en pie; ábrelas si quieres moverlas o cancelarlas:'}
        {held === 0 ? '' : ' Alguien está pagando un horario en este momento: si paga, también se respeta.'}
      </p>
      {visits.length === 0 ? null : (
        <Lines>
          {visits.map((visit) => (
            <Line
              key={visit.id}
              at={visit}
              text={`${visit.client ?? 'Por confirmar'} · ${visit.service} · ${formatCents(visit.totalCents)}`}
              link={paths.appointments({ date: dateIn(visit.startsAt, zone) })}
              whose={`la cita de ${visit.client ?? 'quien viene'}`}
            />
          ))}
        </Lines>
      )}
      {classes.length === 0 ? null : (
        <>
          <p>
            Estas clases siguen programadas y se siguen reservando; cancélalas en tu agenda si no las das:
          </p>
          <Lines>
            {classes.map((one) => (
              <Line
                key={one.id}
                at={one}
                text={`${one.service} · ${one.taken === 1 ? '1 persona' : `${one.taken} personas`}`}
                link={paths.calendar({ view: 'day', date: dateIn(one.startsAt, zone) })}
                whose={one.service}
              />
            ))}
          </Lines>
        </>
      )}
      {rents.length === 0 ? null : (
        <>
          <h3 className="font-semibold">Espacios rentados</h3>
          <p>Siguen a tu nombre; ábrelos si quieres cambiarlos o cancelarlos:</p>
          <Lines>
            {rents.map((rent) => (
              <Line
                key={rent.id}
                at={rent}
                text={`${rent.place} · ${formatCents(rent.totalCents)}`}
                link={paths.rents(rent.id)}
                whose={`la renta en ${rent.place}`}
              />
            ))}
          </Lines>
        </>
      )}
    </div>
  )
}

const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="flex flex-col divide-y divide-line">{children}</ul>
)

const Line = ({
  at: { startsAt, zone },
  text,
  link,
  whose,
}: {
  at: { startsAt: string; zone: string }
  text: string
  link: LinkProps
  whose: string
}) => (
  <li className="flex items-center justify-between gap-4 py-2">
    <span className="min-w-0">
      <span className="block font-semibold first-letter:uppercase">{shortOf(startsAt, zone)}</span>
      <span className="block truncate text-sm text-muted">{text}</span>
    </span>
    <Link
      {...link}
      className="inline-flex min-h-11 shrink-0 items-center font-semibold text-jacaranda-deep underline underline-offset-4"
    >
      Abrir<span className="sr-only"> {whose}</span>
    </Link>
  </li>
)
