import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import type { WaitlistEntry, WaitlistEntryMove } from '#contract/booking/waitlist/waitlist.ts'
import { WishCard } from '#web/parts/booking/waitlist/wish-card.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** A client's waitlist entries, with an account or without; each with what may be done about it. */
export const WishList = ({
  wishes,
  onMove,
  onRefresh,
}: {
  wishes: readonly WaitlistEntry[]
  onMove: (wish: WaitlistEntry, move: WaitlistEntryMove) => Promise<unknown>
  onRefresh: () => Promise<unknown>
}) =>
  wishes.length === 0 ? (
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
      {wishes.map((wish) => (
        <li key={wish.id}>
          <One wish={wish} onMove={onMove} onRefresh={onRefresh} />
        </li>
      ))}
    </ul>
  )

const One = ({
  wish,
  onMove,
  onRefresh,
}: { wish: WaitlistEntry } & Pick<Parameters<typeof WishList>[0], 'onMove' | 'onRefresh'>) => {
  const moving = useMutation({
    mutationFn: (move: WaitlistEntryMove) => onMove(wish, move),
    onSettled: onRefresh,
  })
  return (
    <WishCard
      wish={wish}
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
