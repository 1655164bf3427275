import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as contract from '#contract/favourite/favourite.ts'
import { call } from '#web/api.ts'
import { takeMarks } from '#web/parts/favourite/take-marks.ts'
import { takeWish, type Wish } from '#web/parts/favourite/wish.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** They are back and signed in: what they wanted before is done now. */
export default function GrantWish() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const wish = takeWish(Date.now())
    if (wish === undefined) return
    grant(wish).then(
      async (marks) => {
        await takeMarks(queryClient, marks)
        if (wish.what === 'keep') toast('Guardado', 'Lo encuentras en Guardados, en tu menú.', 'good')
        else toast('Te avisaremos', 'Te escribimos por correo en cuanto haya un horario.', 'good')
      },
      (problem: Error) => toastError('Error', problem.message),
    )
  }, [queryClient])
  return null
}

const grant = (wish: Wish): Promise<contract.Marks> =>
  wish.what === 'keep'
    ? call(contract.keep, { params: { kind: wish.kind, id: wish.id } })
    : call(contract.askAlert, { params: { id: wish.id }, body: { onDate: wish.onDate } })
