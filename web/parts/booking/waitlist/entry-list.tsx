import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import type { WaitlistEntry, WaitlistEntryMove } from '#contract/booking/waitlist/waitlist.ts'
import { WaitlistEntryCard } from '#web/parts/booking/waitlist/entry-card.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** A client's waitlist entries, with an account or without; each with its actions. */
export const WaitlistEntryList = ({
  entries,
  onMove,
  onRefresh,
}: {
  entries: readonly WaitlistEntry[]
  onMove: (entry: WaitlistEntry, move: WaitlistEntryMove) => Promise<unknown>
  onRefresh: () => Promise<unknown>
}) =>
  entries.length === 0 ? (
    <EmptyState
      icon={<Hourglass />}
      title="No esperas ningún lugar"
      text="Cuando un día esté lleno, toca «Avísame si se abre un lugar»: si se abre, lo apartamos para ti."
      action={
        <Link {...paths.search()} className={buttonClass()}>
          Buscar profesionales
        </Link>
      }
    />
  ) : (
    <ul className="grid gap-4 md:grid-cols-2">
      {entries.map((entry) => (
        <li key={entry.id}>
          <One entry={entry} onMove={onMove} onRefresh={onRefresh} />
        </li>
      ))}
    </ul>
  )

const One = ({
  entry,
  onMove,
  onRefresh,
}: { entry: WaitlistEntry } & Pick<Parameters<typeof WaitlistEntryList>[0], 'onMove' | 'onRefresh'>) => {
  const moving = useMutation({
    mutationFn: (move: WaitlistEntryMove) => onMove(entry, move),
    onSettled: onRefresh,
  })
  return (
    <WaitlistEntryCard
      entry={entry}
      busy={moving.isPending ? moving.variables : undefined}
      onMove={(move) => moving.mutate(move)}
      onEnd={() => void onRefresh()}
      problem={
        moving.isError ? (
          <p role="alert" className="font-medium text-chile">
            {moving.error.message}
          </p>
        ) : null
      }
    />
  )
}
