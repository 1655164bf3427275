import { useQuery } from '@tanstack/react-query'
import { answersRetentionDays, formReadings } from '#contract/booking/client/intake.ts'
import { reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Who has read the answers that the client gave before visits. */
export const FormLog = () => {
  const { data: user } = useQuery(sessionQuery)
  const log = useQuery(reading(formReadings))
  const zone = user?.zone ?? capitalZone
  return (
    <Panel
      title="Quién leyó tus formularios"
      text={`Lo que contestas antes de una cita se guarda cifrado y solo lo lee quien te atiende. Aquí queda cada lectura. Tus respuestas se borran ${answersRetentionDays} días después de la cita, o antes si las borras en tu reserva.`}
    >
      {log.isPending ? (
        <Skeleton className="h-16" />
      ) : log.isLoadingError ? (
        <ErrorState text={log.error.message} onRetry={() => void log.refetch()} />
      ) : log.data.length === 0 ? (
        <p className="text-muted">Nadie ha leído respuestas tuyas.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {log.data.map(({ at, professional, form, service, visitAt, zone: place }, index) => (
            <li key={`${at} ${index}`} className="py-3">
              <span className="block font-semibold">
                {professional} leyó «{form}»
              </span>
              <span className="block text-sm text-muted">
                {shortOf(at, zone)} · cita de {service}, {shortOf(visitAt, place)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
