import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import * as contract from '#contract/favourite.ts'
import { call, reading } from '#web/api.ts'
import { makeWish } from '#web/parts/favourite/wish.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { toast, toastError } from '#web/ui/toast.ts'

type Kept = { kind: 'professional' | 'space'; id: number; name: string }

const look = buttonClass({ tone: 'secondary', size: 'small' })

/** Keeps a professional or a space for later. Visitors sign in first, and then it is done. */
export const KeepButton = ({
  signedIn,
  path,
  ...kept
}: Kept & { signedIn: boolean; /** Where a visitor comes back to. */ path: string }) =>
  signedIn ? (
    <OwnHeart {...kept} />
  ) : (
    <Link
      {...paths.auth({ redirect: path })}
      className={look}
      onClick={() => makeWish({ what: 'keep', kind: kept.kind, id: kept.id })}
    >
      <Heart aria-hidden className="size-4.5" />
      Guardar<span className="sr-only">: {kept.name}</span>
    </Link>
  )

const OwnHeart = ({ kind, id, name }: Kept) => {
  const queryClient = useQueryClient()
  const marks = useQuery(reading(contract.marks))
  const change = useMutation({
    mutationFn: (on: boolean) => call(on ? contract.keep : contract.letGo, { params: { kind, id } }),
    onSuccess: async (now, on) => {
      queryClient.setQueryData(reading(contract.marks).queryKey, now)
      if (on) toast('Guardado', 'Lo encuentras en Guardados, en tu menú.', 'good')
      await queryClient.invalidateQueries({ queryKey: reading(contract.favourites).queryKey })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const { mutate } = change
  const list = kind === 'professional' ? marks.data?.professionals : marks.data?.spaces
  const on = change.isPending ? change.variables : (list?.includes(id) ?? false)
  return (
    <button type="button" className={look} onClick={() => !change.isPending && mutate(!on)}>
      <Heart aria-hidden className={classNames('size-4.5', on && 'fill-barro text-barro')} />
      {on ? 'Guardado' : 'Guardar'}
      <span className="sr-only">{on ? `: ${name}. Toca para quitarlo` : `: ${name}`}</span>
    </button>
  )
}
