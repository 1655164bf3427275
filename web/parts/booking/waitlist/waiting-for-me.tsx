import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import * as contract from '#contract/booking/waitlist/waitlist.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { datesOf, partsOf, togetherOf, whereOf } from '#web/parts/booking/waitlist/entry-words.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** How many clients wait for what and when, in the order of offers; their identity is not disclosed before they book. */
export default function WaitingForMe() {
  const answer = useQuery({ ...reading(contract.professionalWaitlist), refetchInterval: minuteMs })
  if (answer.isPending) return <Skeleton className="h-52 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { counts, entries } = answer.data
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<Hourglass />}
        title="Nadie espera un lugar"
        text="Cuando un día tuyo esté lleno, tus clientes pueden pedir que les avisemos. Aquí ves cuántos y para cuándo."
        action={
          <Link {...paths.calendar({})} className={buttonClass({ tone: 'secondary' })}>
            Revisar mis horarios
          </Link>
        }
      />
    )
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {counts.map(({ service, waiting }) => (
          <li key={service}>
            <Badge tone="jacaranda">
              {service}: {waiting} en espera
            </Badge>
          </li>
        ))}
      </ul>
      <ol className="grid gap-4 md:grid-cols-2">
        {entries.map((entry, place) => (
          <li key={entry.id}>
            <Card className="flex h-full flex-col gap-3">
              <div className="flex flex-wrap items-start justify-between gap-2">
                <h2 className="font-display text-lg leading-tight font-semibold">
                  <span className="figures text-muted">{place + 1}.</span> {entry.service}
                </h2>
                {entry.state === 'paused' ? <Badge tone="maiz">En pausa</Badge> : null}
              </div>
              <p className="text-[0.9375rem]">
                <span className="block font-semibold first-letter:uppercase">{datesOf(entry)}</span>
                <span className="block text-muted">
                  {[
                    partsOf(entry),
                    ...(entry.place === null ? [] : [entry.place]),
                    ...whereOf(entry),
                    ...togetherOf(entry.persons),
                  ].join(' · ')}
                </span>
              </p>
              {entry.offered === null ? null : (
                <p className="rounded-md bg-agave-soft px-4 py-2.5 text-[0.9375rem] text-agave">
                  Apartado para esta persona: {shortOf(entry.offered.startsAt, entry.offered.zone)}.
                </p>
              )}
            </Card>
          </li>
        ))}
      </ol>
    </>
  )
}
