import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, MessageSquareWarning } from 'lucide-react'
import { hostWaitingReading } from '#web/parts/booking/settlement/host-problems-reading.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** On the host's dashboard, only while something awaits their answer. */
export const ProblemsNotice = () => {
  const { data } = useQuery(hostWaitingReading)
  if (data === undefined || data.count === 0 || data.until === null) return null
  return (
    <section
      aria-label="Problemas por responder"
      className="flex flex-wrap items-center gap-4 rounded-lg border border-maiz bg-maiz-soft p-5 text-maiz-ink"
    >
      <MessageSquareWarning aria-hidden className="size-7 shrink-0" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          {data.count === 1 ? '1 problema por responder' : `${data.count} problemas por responder`}
        </p>
        <p className="text-sm">
          <TimeLeft until={data.until} />
          {data.count === 1 ? ' para responder.' : ' para el primero.'} Sin respuesta se resuelve a favor de
          quien reportó.
        </p>
      </div>
      <Link
        {...paths.hostAvailability({ view: 'problems' })}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        Responder
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  )
}

/** Beside the name of the view that lists them. */
export const ProblemsCount = () => {
  const { data } = useQuery(hostWaitingReading)
  return data === undefined || data.count === 0 ? null : (
    <span className="figures ml-2 rounded-full bg-barro px-2 py-0.5 text-xs font-bold text-on-barro">
      {data.count}
      <span className="sr-only"> por responder</span>
    </span>
  )
}
