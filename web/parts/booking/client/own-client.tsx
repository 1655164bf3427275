import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarPlus, Lock, Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/client/own-client.ts'
import type { ClientNote, OwnClientPage } from '#contract/booking/client/own-client.ts'
import { ApiError, reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { useNote } from '#web/parts/booking/client/use-note.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const NewAppointment = lazy(() => import('#web/parts/booking/series/new-appointment.tsx'))

/** One client: how often she came, what is noted about her, and another appointment. */
export default function OneOwnClient({ id }: { id: number }) {
  const answer = useQuery(reading(contract.ownClient, { params: { id } }))
  return (
    <div className="flex flex-col gap-6">
      <Link
        {...paths.ownClients()}
        className={buttonClass({ tone: 'quiet', size: 'small' }, '-ml-3.5 self-start')}
      >
        <ArrowLeft aria-hidden className="size-4" />
        Mis clientas
      </Link>
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando a tu clienta…</span>
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.data === undefined ? (
        answer.error instanceof ApiError && answer.error.status === 404 ? (
          <EmptyState
            heading="h1"
            title="No es clienta tuya"
            text="Aquí ves a quien tuvo una cita contigo."
          />
        ) : (
          <ErrorState text={answer.error?.message ?? ''} onRetry={() => void answer.refetch()} />
        )
      ) : (
        <Shown page={answer.data} />
      )}
    </div>
  )
}

const Shown = ({ page: { client, note, visits } }: { page: OwnClientPage }) => {
  const [makes, setMakes] = useState(false)
  const facts = [
    ['Visitas', String(client.visits)],
    ['Última', client.last === null ? 'Ninguna' : shortOf(client.last.startsAt, client.last.zone)],
    ['Próxima', client.next === null ? 'Ninguna' : shortOf(client.next.startsAt, client.next.zone)],
    ['Pagó contigo', formatCents(client.spentCents)],
    ['Inasistencias', String(client.noShows)],
  ] as const
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl wrap-anywhere">
          {[client.firstName, client.lastName].filter(Boolean).join(' ')}
        </h1>
        <Button onClick={() => setMakes(true)}>
          <CalendarPlus aria-hidden />
          Volver a reservar
        </Button>
      </header>
      {makes ? (
        <Suspense fallback={<Opening />}>
          <NewAppointment
            onClose={() => setMakes(false)}
            client={{
              id: client.id,
              firstName: client.firstName,
              lastName: client.lastName,
              phone: client.phone ?? '',
            }}
          />
        </Suspense>
      ) : null}
      <Card className="flex flex-col gap-4">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="figures font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        {client.phone === null ? null : (
          <p className="flex items-center gap-2">
            <Phone aria-hidden className="size-4 shrink-0 text-barro" />
            <PhoneLink phone={client.phone} />
          </p>
        )}
      </Card>
      <Note key={client.id} clientId={client.id} note={note} />
      <section aria-labelledby="client-visits" className="flex flex-col gap-3">
        <h2 id="client-visits" className="text-xl">
          Historial
        </h2>
        <ol className="flex flex-col divide-y divide-line">
          {visits.map((visit) => (
            <li
              key={visit.id}
              className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-sm py-3 hover:bg-sunk"
            >
              <span className="min-w-0">
                <Link
                  {...paths.appointments({ visit: visit.id })}
                  className="block font-semibold wrap-anywhere underline decoration-line underline-offset-4 after:absolute after:inset-0"
                >
                  {visit.service}
                </Link>
                <span className="figures block text-sm text-muted">
                  {shortOf(visit.startsAt, visit.zone)} · {formatCents(visit.totalCents)}
                </span>
              </span>
              <BookingBadge as="professional" status={visit.status} />
            </li>
          ))}
        </ol>
        {visits.length < contract.maxVisits ? null : (
          <p className="text-sm text-muted">Se muestran las {contract.maxVisits} más recientes.</p>
        )}
      </section>
    </>
  )
}

const Note = ({ clientId, note }: { clientId: number; note: ClientNote }) => {
  const { text, saving, type, retry, keep, take } = useNote(clientId, note)
  const said = {
    kept: text === '' ? '' : 'Guardado',
    waiting: 'Guardando…',
    saving: 'Guardando…',
    offline: 'Sin conexión: queda en esta pestaña y se guarda sola.',
    stale: `Cambiaste esta nota en otro equipo.${saving.state === 'stale' && saving.problem ? ` ${saving.problem}` : ''}`,
    refused: saving.state === 'refused' ? saving.text : '',
  }[saving.state]
  return (
    <Card className="flex flex-col gap-3">
      <Field
        label="Nota privada"
        required={false}
        hint="Solo la lees tú: ni tu clienta ni el espacio la ven."
      >
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            maxLength={contract.noteMax}
            value={text}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="flex min-h-6 items-center gap-2 text-sm text-muted">
        {said === '' ? null : (
          <>
            <Lock aria-hidden className="size-4 shrink-0" />
            {said}
          </>
        )}
      </p>
      {saving.state === 'stale' ? (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => void keep()}>
            Guardar lo de aquí
          </Button>
          <Button tone="secondary" size="small" onClick={() => void take()}>
            Ver la otra
          </Button>
        </div>
      ) : saving.state === 'refused' ? (
        <div>
          <Button tone="secondary" size="small" onClick={retry}>
            Intentar de nuevo
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
