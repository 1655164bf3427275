import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/client/work-note.ts'
import { type WorkNote, type WorkTemplate, workTemplates } from '#contract/booking/client/work-note.ts'
import { call, reading } from '#web/api.ts'
import { sessionQuery } from '#web/session.ts'
import { capitalZone, dateIn } from '#web/parts/time/wall-clock.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

export const templateNames = ['color', 'skin', 'body', 'nails', 'therapy', 'other'] as const

const first: WorkTemplate = 'color'

const typedOf = (note: WorkNote | undefined, last: WorkTemplate | undefined, zone: string) => {
  const text = (id: string) => note?.fields[id] ?? ''
  return {
    template: note?.template ?? last ?? first,
    doneOn: note?.doneOn ?? dateIn(Date.now(), zone),
    forClient: note?.forClient ?? '',
    formula: text('formula'),
    time: text('time'),
    products: text('products'),
    done: text('done'),
    next: text('next'),
    state: text('state'),
    zones: text('zones'),
    shape: text('shape'),
    subjective: text('subjective'),
    objective: text('objective'),
    assessment: text('assessment'),
    plan: text('plan'),
  }
}
type Typed = ReturnType<typeof typedOf>

const filledOf = (typed: Typed) =>
  workTemplates[typed.template].fields.flatMap(({ id }) =>
    typed[id].trim() === '' ? [] : [[id, typed[id]] as const],
  )

const bodyOf = (typed: Typed) => ({
  template: typed.template,
  doneOn: typed.doneOn,
  fields: Object.fromEntries(filledOf(typed)),
  forClient: typed.forClient,
})

/** A work note being written, with its save and its deletion. */
export const useWorkNote = ({
  clientId,
  note,
  last,
  onSaved,
}: {
  clientId: number
  note: WorkNote | undefined
  last: WorkTemplate | undefined
  onSaved: () => void
}) => {
  const queryClient = useQueryClient()
  const { data: user } = useQuery(sessionQuery)
  const params = { id: clientId }
  const form = useForm<Typed>({
    // The date where the professional is, not Mexico City's.
    initial: () => typedOf(note, last, user?.zone ?? capitalZone),
    draft: `work-note-${clientId}-${note?.id ?? 'new'}`,
    checks: {
      doneOn: (date) => (date === '' ? 'Elige la fecha.' : undefined),
      forClient: (text, typed) =>
        text.trim() === '' && filledOf(typed).length === 0 ? 'Escribe algo en la nota.' : undefined,
    },
  })
  const refresh = async () => {
    form.forget()
    await queryClient.invalidateQueries({ queryKey: reading(contract.workNotes, { params }).queryKey })
    onSaved()
  }
  const saving = useMutation({
    mutationFn: (typed: Typed) =>
      note === undefined
        ? call(contract.addWorkNote, { params, body: bodyOf(typed) })
        : call(contract.changeWorkNote, {
            params: { ...params, note: note.id },
            body: { note: bodyOf(typed), version: note.version },
          }),
    onSuccess: async () => {
      toast('Nota guardada', undefined, 'good')
      await refresh()
    },
  })
  const removing = useMutation({
    mutationFn: (id: string) => call(contract.removeWorkNote, { params: { ...params, note: id } }),
    onSuccess: async () => {
      toast('Nota borrada', undefined, 'good')
      await refresh()
    },
  })
  return { form, saving, removing }
}
