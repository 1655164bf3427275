import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as contract from '#contract/favourite/favourite.ts'
import * as searches from '#contract/favourite/saved-search.ts'
import { call, keyOf } from '#web/api.ts'
import { takeMarks } from '#web/parts/favourite/take-marks.ts'
import { takePending, type Selection } from '#web/parts/favourite/pending.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** After the visitor signed in, completes the action that they chose before. */
export default function CompletePending() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const selection = takePending(Date.now())
    if (selection === undefined) return
    grant(selection, queryClient).then(
      ([title, text]) => toast(title, text, 'good'),
      (problem: Error) => toastError('Error', problem.message),
    )
  }, [queryClient])
  return null
}

/** Completes the action; returns the toast's title and text. */
const grant = async (selection: Selection, queryClient: QueryClient): Promise<[string, string]> => {
  if (selection.what === 'search') {
    const { label, search, queries } = selection
    await call(searches.saveSearch, { body: { label, search, queries } })
    await queryClient.invalidateQueries({ queryKey: keyOf(searches.savedSearches) })
    return ['Te avisaremos', `Cuando se abra un horario de «${label}». Está en Guardados.`]
  }
  await takeMarks(
    queryClient,
    await (selection.what === 'keep'
      ? call(contract.keep, { params: { kind: selection.kind, id: selection.id } })
      : call(contract.askAlert, { params: { id: selection.id }, body: { onDate: selection.onDate } })),
  )
  return selection.what === 'keep'
    ? ['Guardado', 'Lo encuentras en Guardados, en tu menú.']
    : ['Te avisaremos', 'Te escribimos por correo en cuanto haya un horario.']
}
