import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { type AgreementRent, fixedText } from '#contract/hiring/agreement-terms.ts'
import * as contract from '#contract/hiring/invitation.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { MonthEstimate } from '#web/parts/hiring/month-estimate.tsx'
import { weekdays, windowsText } from '#contract/hiring/terms-words.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** "Qué cambia en tu agenda": the hours that become bookable, overlapping visits, and what is left per service. */
export const AgendaPreview = ({
  id,
  rent,
  token,
}: {
  id: string
  rent: AgreementRent
  token?: string | undefined
}) => {
  const answer = useQuery(reading(contract.invitationPreview, { params: { id }, query: { token } }))
  if (answer.isPending) return <Skeleton className="h-44 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { hoursAWeek, newHoursAWeek, windows, bookingsThen, services, estimate } = answer.data
  return (
    <section aria-labelledby={`agenda-${id}`} className="flex flex-col gap-4 rounded-lg bg-sunk p-5">
      <h3 id={`agenda-${id}`} className="flex items-center gap-2 text-lg">
        <CalendarPlus aria-hidden className="size-5 text-agave" />
        Qué cambia en tu agenda
      </h3>
      {hoursAWeek === 0 ? (
        <p className="text-muted">
          Tu horario y el del espacio no coinciden todavía. Puedes aceptar y ajustar después tus horas.
        </p>
      ) : (
        <>
          {newHoursAWeek === 0 ? (
            <p>
              <span className="figures font-display text-3xl font-semibold text-agave">{hoursAWeek} h</span>{' '}
              por semana en las que te podrían reservar aquí. Ya atiendes a esas horas en otro lugar: sería
              una opción más.
            </p>
          ) : (
            <p>
              <span className="figures font-display text-3xl font-semibold text-agave">
                +{newHoursAWeek} h
              </span>{' '}
              por semana en las que te podrían reservar
              {newHoursAWeek < hoursAWeek ? `, y aquí ${hoursAWeek} h en total` : ''}.
            </p>
          )}
          <Week windows={windows} />
          <p className="text-sm text-muted">{windowsText(windows)}</p>
          <p className="text-[0.9375rem]">
            {bookingsThen === 0
              ? 'No choca con ninguna cita tuya de las próximas dos semanas.'
              : `En esas horas ya tienes ${bookingsThen} ${bookingsThen === 1 ? 'cita' : 'citas'} en las próximas dos semanas: se quedan donde están.`}
          </p>
        </>
      )}
      {services.length > 0 ? (
        <div>
          <p className="text-[0.9375rem] font-semibold">
            Lo que te queda por cita, antes de impuestos{rent.kind === 'fixed' ? ' y de la renta fija' : ''}
          </p>
          <ul className="mt-1 divide-y divide-line">
            {services.map((service) => (
              <li key={service.name} className="flex items-baseline justify-between gap-4 py-2">
                <span className="min-w-0">
                  {service.name}{' '}
                  <span className="text-sm text-muted">
                    {durationText(service.minutes)} · {formatCents(service.priceCents)} − renta{' '}
                    {formatCents(service.rentCents)}
                  </span>
                </span>
                <span
                  className={
                    service.netCents < 0 ? 'figures font-semibold text-chile' : 'figures font-semibold'
                  }
                >
                  {formatCents(service.netCents)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {rent.kind === 'fixed' ? (
        <p className="text-[0.9375rem]">
          {services.length > 0 && rent.perUse !== null ? 'Además de la renta de cada cita' : 'Renta fija'}:{' '}
          <strong className="figures font-semibold">{fixedText(rent)}</strong>, haya o no citas.
        </p>
      ) : null}
      {estimate === null ? null : <MonthEstimate estimate={estimate} />}
    </section>
  )
}

/** The week as seven bars of bookable hours. The text under it is the equivalent. */
const Week = ({
  windows,
}: {
  windows: readonly { weekday: number; fromMinute: number; toMinute: number }[]
}) => (
  <ol aria-hidden className="grid h-20 grid-cols-7 items-end gap-1.5">
    {weekdays.map((name, place) => {
      const minutes = windows
        .filter(({ weekday }) => weekday === place + 1)
        .reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0)
      return (
        <li key={name} className="flex h-full flex-col justify-end gap-1 text-center text-xs text-muted">
          <span
            className={minutes === 0 ? 'rounded-xs bg-line' : 'rounded-xs bg-agave'}
            style={{ height: `${minutes === 0 ? 4 : Math.max(12, (minutes / 900) * 100)}%` }}
          />
          {name}
        </li>
      )
    })}
  </ol>
)
