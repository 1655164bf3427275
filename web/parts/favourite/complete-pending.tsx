import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as contract from '#contract/favourite/favourite.ts'
import { call } from '#web/api.ts'
import { takeMarks } from '#web/parts/favourite/take-marks.ts'
import { takeWish, type Selection } from '#web/parts/favourite/pending.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** They are back and signed in: what they wanted before is done now. */
export default function GrantWish() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const selection = takeWish(Date.now())
    if (selection === undefined) return
    grant(selection).then(
      async (marks) => {
        await takeMarks(queryClient, marks)
        if (selection.what === 'keep') toast('Guardado', 'Lo encuentras en Guardados, en tu menú.', 'good')
        else toast('Te avisaremos', 'Te escribimos por correo en cuanto haya un horario.', 'good')
      },
      (problem: Error) => toastError('Error', problem.message),
    )
  }, [queryClient])
  return null
}

const grant = (selection: Selection): Promise<contract.Marks> =>
  selection.what === 'keep'
    ? call(contract.keep, { params: { kind: selection.kind, id: selection.id } })
    : call(contract.askAlert, { params: { id: selection.id }, body: { onDate: selection.onDate } })
