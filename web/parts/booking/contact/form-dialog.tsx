import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/client/intake.ts'
import type { FormInput, OwnForm } from '#contract/booking/client/intake.ts'
import { call } from '#web/api.ts'
import { cleaned, FormEditor, formProblems } from '#web/parts/booking/contact/form-editor.tsx'
import { formsReading } from '#web/parts/booking/contact/reading.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** One of the professional's forms, new or edited. The draft survives closing it, until it is saved. */
export default function FormDialog({
  form,
  start,
  serviceIds,
  onClose,
}: {
  /** Null: a new one for these services. */
  form: OwnForm | null
  start: FormInput
  serviceIds: number[]
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const draftKey = form === null ? `form-new-${start.title}` : `form-${form.id}-${form.version}`
  const typed = useForm<FormInput>({ initial: start, draft: draftKey })
  const [tried, setTried] = useState(false)
  const problems = tried ? formProblems(typed.values) : []
  const saving = useMutation({
    mutationFn: () => {
      const { title, intro, sensitive, timing, questions } = cleaned(typed.values)
      const body = { title, intro, sensitive, timing, questions }
      return form === null
        ? call(contract.addForm, { body: { ...body, serviceIds } })
        : call(contract.changeForm, { params: { id: form.id }, body: { ...body, version: form.version } })
    },
    onSuccess: async () => {
      typed.accept()
      await queryClient.invalidateQueries({ queryKey: formsReading.queryKey })
      toast('Formulario guardado', undefined, 'good')
      onClose()
    },
  })
  const save = () => {
    setTried(true)
    if (formProblems(typed.values).length === 0) saving.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={form === null ? 'Nuevo formulario' : 'Editar formulario'}
      description="Lo que contesten se guarda cifrado y solo tú lo lees."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button busy={saving.isPending} onClick={save}>
            Guardar formulario
          </Button>
        </>
      }
    >
      <FormEditor form={typed.values} onChange={typed.put} />
      {problems.length > 0 || saving.isError ? (
        <ul role="alert" className="mt-5 flex flex-col gap-1 font-medium text-chile">
          {(problems.length > 0 ? problems : [saving.error?.message ?? '']).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  )
}
