import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import * as contract from '#contract/favourite/favourite.ts'
import { call, reading } from '#web/api.ts'
import { takeMarks } from '#web/parts/favourite/take-marks.ts'
import type { Saved } from '#web/parts/favourite/keep-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { toast, toastError } from '#web/ui/toast.ts'

const look = buttonClass({ tone: 'secondary', size: 'small' })

/** A signed-in user's heart button: filled while the favourite is saved. */
export default function OwnHeart({ kind, id, name }: Saved) {
  const queryClient = useQueryClient()
  const marks = useQuery(reading(contract.marks))
  const change = useMutation({
    mutationFn: (on: boolean) => call(on ? contract.keep : contract.unsave, { params: { kind, id } }),
    onSuccess: async (now, on) => {
      await takeMarks(queryClient, now)
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
