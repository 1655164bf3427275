import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck } from 'lucide-react'
import type { AdminWaiting } from '#contract/workday/admin-waiting.ts'
import { adminWaitingReading, dueFirst, linkTo, places } from '#web/parts/booking/support/admin-places.ts'
import { AdminRefused } from '#web/parts/booking/support/admin-refused.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** The home of staff: what waits for a decision, the most urgent first; then every other list. */
export default function AdminHome({ firstName }: { firstName: string }) {
  const answer = useQuery(adminWaitingReading)
  return (
    <div className="page py-8">
      <div className="mx-auto flex max-w-form flex-col gap-8">
        <header>
          <p className="eyebrow text-barro">Administración</p>
          <h1 className="text-3xl sm:text-4xl">Hola, {firstName}</h1>
        </header>
        {answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-3">
            <span className="sr-only">Cargando lo que espera…</span>
            <Skeleton className="h-14 rounded-md" />
            <Skeleton className="h-14 rounded-md" />
          </div>
        ) : answer.isLoadingError ? (
          <AdminRefused error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Waiting counts={answer.data} />
        )}
        <nav aria-label="Todas las listas" className="flex flex-col gap-3">
          <h2 className="text-xl">Todas las listas</h2>
          <ul className="flex flex-wrap gap-2">
            {places.map(({ show, label }) => (
              <li key={show}>
                <Link
                  {...linkTo(show)}
                  className="inline-flex min-h-11 items-center rounded-sm border border-line bg-surface px-4 font-semibold hover:bg-sunk"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}

const Waiting = ({ counts }: { counts: AdminWaiting }) => {
  const waiting = dueFirst.filter(({ counted }) => counts[counted] > 0)
  return waiting.length === 0 ? (
    <EmptyState
      icon={<CircleCheck />}
      title="Nada espera una decisión"
      text="Cuando algo la necesite, aparece aquí; lo que tiene plazo, primero."
    />
  ) : (
    <section aria-labelledby="admin-waiting" className="flex flex-col gap-2">
      <h2 id="admin-waiting" className="text-xl">
        Espera una decisión
      </h2>
      <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
        {waiting.map(({ show, counted, one, many }) => (
          <li key={show}>
            <Link
              {...linkTo(show)}
              className="-mx-2 flex min-h-14 items-center gap-3 rounded-md px-2 hover:bg-sunk"
            >
              <span className="figures min-w-8 text-right text-xl font-semibold text-barro">
                {counts[counted]}
              </span>
              <span className="flex-1 font-semibold">{counts[counted] === 1 ? one : many}</span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
