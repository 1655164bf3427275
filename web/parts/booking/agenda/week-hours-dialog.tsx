import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Hours } from '#contract/availability/availability.ts'
import { hoursReading, useWeekHours } from '#web/parts/booking/agenda/use-week-hours.ts'
import { WeekFields } from '#web/parts/time/week-fields.tsx'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** The weekly hours, from which all slots are offered. */
export default function WeekHoursDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const answer = useQuery({ ...hoursReading, staleTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Horario de la semana"
      description="Vale cada semana desde ahora, hasta que lo cambies. Las citas que ya tienes se quedan como están, y también los días con otro horario."
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando tu horario…</span>
          <Skeleton className="h-72" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <Week hours={answer.data} today={today} onDone={onClose} />
      )}
    </Dialog>
  )
}

const Week = ({ hours, today, onDone }: { hours: Hours; today: string; onDone: () => void }) => {
  const { weekly, setWeekly, wrong, saving } = useWeekHours(hours, () => {
    toast('Horario guardado', 'Tus horas ya se ofrecen así.', 'good')
    onDone()
  })
  const other = hours.exceptions.filter(({ date }) => date >= today)
  return (
    <div className="flex flex-col gap-5">
      <WeekFields weekly={weekly} onChange={setWeekly} words={words} />
      {other.length === 0 ? null : (
        <p className="text-muted">
          {other.length === 1
            ? 'Este día tiene su propio horario: '
            : 'Estos días tienen su propio horario: '}
          {other
            .slice(0, maxNamed)
            .map(({ date }) => longDate(date))
            .join('; ')}
          {other.length > maxNamed ? ` y ${other.length - maxNamed} más` : ''}.
        </p>
      )}
      <Link
        {...paths.spaceRules()}
        hash="limites"
        className="inline-flex min-h-11 items-center self-start font-semibold text-jacaranda underline underline-offset-4"
      >
        Cuántas citas aceptas al día, a la semana o al mes
      </Link>
      <Problem of={saving.error} />
      <div className="self-end">
        <Button busy={saving.isPending} blocked={wrong} onClick={() => saving.mutate()}>
          Guardar horario
        </Button>
      </div>
    </div>
  )
}

/** Worded for the professional. */
const words = { closed: 'No atiendes', from: 'de', to: 'a' }
/** An absence may have up to ninety days. */
const maxNamed = 5
