import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import * as contract from '#contract/waitlist.ts'
import type { Wish, WishMove } from '#contract/waitlist.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { WishCard } from '#web/parts/waitlist/wish-card.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

/** What I wait for; offers stand first, and come while one looks. */
export default function OwnWishes() {
  const answer = useQuery({ ...reading(contract.ownWishes), refetchInterval: 30_000 })
  if (answer.isPending) return <Skeleton className="h-56 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.length === 0)
    return (
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
    )
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {answer.data.map((wish) => (
        <li key={wish.id}>
          <Own wish={wish} />
        </li>
      ))}
    </ul>
  )
}

const Own = ({ wish }: { wish: Wish }) => {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(contract.ownWishes) })
  const moving = useMutation({
    mutationFn: (move: WishMove) =>
      call(contract.moveWish, { params: { id: wish.id, move: move === 'resume' ? move : 'stop' } }),
    onSettled: refresh,
  })
  return (
    <WishCard
      wish={wish}
      busy={moving.isPending ? moving.variables : undefined}
      onMove={(move) => moving.mutate(move)}
      onEnd={() => void refresh()}
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
