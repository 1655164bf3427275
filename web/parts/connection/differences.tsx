import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { adoptDifference, rejectDifference } from '#contract/connection/connection.ts'
import type { CalendarDifference, Connections } from '#contract/connection/connection.ts'
import type { UnitDifference } from '#contract/connection/unit-connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { call } from '#web/api.ts'
import { connectionsReading, keepConnections, noteChoice } from '#web/parts/connection/readings.ts'
import { dateIn, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { toast } from '#web/ui/toast.ts'

const CancelDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/cancellation/cancel-dialog.tsx')).CancelDialog,
}))

type Difference = CalendarDifference | UnitDifference
type Deciding = {
  adopt: (id: string) => Promise<unknown>
  reject: (id: string) => Promise<unknown>
  /** The link to its event in Kalli. */
  linkTo: (difference: Difference) => LinkProps | null
  /** Who cancels a visit or a rent; null: a team member, who does not. */
  as: 'professional' | 'host' | null
  /** After a cancellation. */
  reload: () => Promise<unknown>
}

/** Events that the professional moved or deleted in a connected calendar, to be decided here: nothing changes automatically. */
export const Differences = ({ differences }: { differences: readonly CalendarDifference[] }) => {
  const queryClient = useQueryClient()
  const keep = async (answer: Connections) => keepConnections(queryClient, answer)
  return (
    <DifferencesPanel
      title="Cambiaste algo en tu calendario"
      differences={differences}
      adopt={(id) => call(adoptDifference, { params: { id } }).then(keep)}
      reject={(id) => call(rejectDifference, { params: { id } }).then(keep)}
      linkTo={ownLink}
      as="professional"
      reload={() => queryClient.invalidateQueries({ queryKey: connectionsReading.queryKey })}
    />
  )
}

const ownLink = ({ about, bookingId, startsAt, zone }: Difference) => {
  if (bookingId !== null && about === 'rent') return paths.rents(bookingId)
  if (bookingId !== null) return paths.appointments({ visit: bookingId })
  return paths.calendar({ view: 'day', date: dateIn(startsAt, zone) })
}

type PanelProps = Deciding & { title: string; differences: readonly Difference[] }

export const DifferencesPanel = ({ title, differences, ...deciding }: PanelProps) =>
  differences.length === 0 ? null : (
    <Panel title={title} text="Aquí todo sigue a su hora hasta que decidas. Nadie más lo ve.">
      <ul className="flex flex-col divide-y divide-line">
        {differences.map((difference) => (
          <li key={difference.id} className="py-3 first:pt-0 last:pb-0">
            <One difference={difference} {...deciding} />
          </li>
        ))}
      </ul>
    </Panel>
  )

const hourText = ({ provider, startsAt, to, zone, ...rest }: Difference) => {
  const { place } = providerWords[provider]
  const was = shortOf(startsAt, zone)
  if (to === null) return `${was}: ${'unitName' in rest ? 'se borró' : 'lo borraste'} en ${place}.`
  const isSameDay = dateIn(to.startsAt, zone) === dateIn(startsAt, zone)
  return `${was} → ${isSameDay ? timeOf(to.startsAt, zone) : shortOf(to.startsAt, zone)} en ${place}.`
}

type OneProps = Deciding & { difference: Difference }

const One = ({ difference, ...deciding }: OneProps) => {
  const { id, provider, title, about, kind, state, to, zone } = difference
  const { place } = providerWords[provider]
  const adopting = useMutation({
    mutationFn: () => deciding.adopt(id),
    onSuccess: () =>
      toast(
        about !== 'block' ? 'Propuesta enviada' : kind === 'deleted' ? 'Bloqueo quitado' : 'Bloqueo movido',
        undefined,
        'good',
      ),
  })
  const rejecting = useMutation({
    mutationFn: () => deciding.reject(id),
    onSuccess: () => toast(`Lo regresamos en ${place}`, undefined, 'good'),
  })
  const link = deciding.linkTo(difference)
  return (
    <div className="flex flex-col gap-2">
      <p className="min-w-0 break-words">
        <span className="block font-semibold">{title}</span>
        <span className="text-muted first-letter:uppercase">{hourText(difference)}</span>
      </p>
      <Problem of={adopting.error ?? rejecting.error} />
      {state === 'proposed' ? (
        <p className="text-sm text-muted">
          Propusiste las {to === null ? '' : timeOf(to.startsAt, zone)}. Si no se acepta, regresa a su hora en{' '}
          {place}.
        </p>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Following
            difference={difference}
            busy={adopting.isPending}
            onAdopt={() => adopting.mutate()}
            {...deciding}
          />
          <Button tone="secondary" size="small" busy={rejecting.isPending} onClick={() => rejecting.mutate()}>
            Regresar en {place}
            <span className="sr-only"> {title}</span>
          </Button>
          {link === null ? null : (
            <Link {...link} className={buttonClass({ tone: 'quiet', size: 'small' })}>
              {linkLabel(difference)}
              <span className="sr-only"> {title}</span>
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

const linkLabel = (difference: Difference) => {
  if ('unitName' in difference) return 'Ver en la agenda'
  return { visit: 'Ver la cita', rent: 'Ver la renta', class: 'Ver la clase', block: 'Ver en la agenda' }[
    difference.about === 'other' ? 'block' : difference.about
  ]
}

type FollowingProps = OneProps & { busy: boolean; onAdopt: () => void }

/** Follows what happened there: another hour is proposed, a block moves or is removed, a visit or rent is cancelled with its quote. */
const Following = ({ difference, as, reload, busy, onAdopt }: FollowingProps) => {
  const { title, kind, about, bookingId, to, zone } = difference
  const [isCancelling, setCancelling] = useState(false)
  const isRent = about === 'rent'
  const isOne = isRent || about === 'visit'
  const mayPropose = about === 'visit' || (isRent && 'unitName' in difference)
  if (about === 'block' || (kind === 'moved' && mayPropose))
    return (
      <Button size="small" busy={busy} onClick={onAdopt}>
        {to === null
          ? 'Quitar el bloqueo'
          : `${about === 'block' ? 'Mover a' : 'Proponer'} ${timeOf(to.startsAt, zone)}`}
        <span className="sr-only"> para {title}</span>
      </Button>
    )
  if (kind === 'moved' || !isOne || bookingId === null || as === null) return null
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setCancelling(true)}>
        {isRent ? 'Cancelar la renta' : 'Cancelar la cita'}
        <span className="sr-only"> {title}</span>
      </Button>
      {isCancelling ? (
        <Suspense>
          <CancelDialog
            booking={{ id: bookingId, kind: isRent ? 'rent' : 'visit' }}
            as={as}
            open
            onOpenChange={setCancelling}
            onCancelled={() => {
              noteChoice()
              void reload()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
