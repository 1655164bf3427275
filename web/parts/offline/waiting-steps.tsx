import { CloudUpload } from 'lucide-react'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { useQueue, type Waiting } from '#web/parts/offline/queue.ts'
import { Button } from '#web/ui/button.tsx'

const said = { arrive: 'Tu llegada al lugar', check_in: 'Llegada', check_out: 'Salida' } as const

/** Steps of a booking registered on this device: queued, or refused. */
export const WaitingSteps = ({ waiting, zone }: { waiting: readonly Waiting[]; zone: string }) => {
  const { drop } = useQueue()
  return waiting.map((one) =>
    one.problem === undefined ? (
      <p
        key={one.step}
        role="status"
        className="flex w-full items-start gap-3 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink"
      >
        <CloudUpload aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="font-semibold">
            {said[one.step]} registrada a las {timeOf(one.body.at, zone)} en este equipo.
          </span>{' '}
          Se enviará cuando vuelva la conexión.
        </span>
      </p>
    ) : (
      <div key={one.step} role="alert" className="flex w-full flex-wrap items-center gap-3">
        <p className="min-w-[min(13rem,100%)] flex-1 font-medium text-chile">
          {said[one.step]} de las {timeOf(one.body.at, zone)}, sin conexión: {one.problem}
        </p>
        <Button tone="secondary" size="small" onClick={() => void drop(one)}>
          Entendido
        </Button>
      </div>
    ),
  )
}
