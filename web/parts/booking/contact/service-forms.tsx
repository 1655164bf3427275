import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { categories, type Category } from '#contract/professional/categories.ts'
import * as contract from '#contract/booking/client/intake.ts'
import type { FormInput, OwnForm } from '#contract/booking/client/intake.ts'
import { call } from '#web/api.ts'
import { formsReading } from '#web/parts/booking/contact/reading.ts'
import { emptyForm, formTemplates } from '#web/parts/booking/contact/templates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const FormDialog = lazy(() => import('#web/parts/booking/contact/form-dialog.tsx'))

/** The forms that one service asks for, among all of the professional's. Each tick is saved at once. */
export default function ServiceForms({ serviceId, category }: { serviceId: number; category: Category }) {
  const answer = useQuery(formsReading)
  const [edited, edit] = useState<{ form: OwnForm | null; start: FormInput } | null>(null)
  const saving = useServiceForms(serviceId)
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const forms = answer.data
  const chosen = forms.filter(({ serviceIds }) => serviceIds.includes(serviceId)).map(({ id }) => id)
  return (
    <>
      <p className="text-muted">
        Lo que necesitas saber antes de atender. Las respuestas se guardan cifradas y solo tú las lees: ni el
        espacio ni Kalli.
      </p>
      {forms.length === 0 ? (
        <p className="rounded-md bg-sunk px-4 py-3">
          Todavía no tienes formularios. Empieza con uno de tu categoría.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {forms.map((form) => (
            <FormLine key={form.id} form={form} chosen={chosen} saving={saving} edit={edit} />
          ))}
        </ul>
      )}
      <FormError of={saving.choosing.error ?? saving.removing.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          size="small"
          onClick={() => edit({ form: null, start: formTemplates[category] })}
        >
          Plantilla de {categories[category]}
        </Button>
        <Button tone="quiet" size="small" onClick={() => edit({ form: null, start: emptyForm })}>
          Empezar de cero
        </Button>
      </div>
      {edited === null ? null : (
        <Suspense fallback={<Opening />}>
          <FormDialog {...edited} serviceIds={[serviceId]} onClose={() => edit(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Chooses the forms of a service, and archives one. */
const useServiceForms = (serviceId: number) => {
  const queryClient = useQueryClient()
  const took = (forms: OwnForm[]) => queryClient.setQueryData(formsReading.queryKey, forms)
  const choosing = useMutation({
    mutationFn: (formIds: number[]) =>
      call(contract.serviceForms, { params: { id: serviceId }, body: { formIds } }),
    onSuccess: took,
    onError: (problem) => toastError('Error', problem.message),
  })
  const removing = useMutation({
    mutationFn: (id: number) => call(contract.removeForm, { params: { id } }),
    onSuccess: async () => {
      toast('Formulario archivado', 'Lo que ya contestaron se conserva.', 'good')
      await queryClient.invalidateQueries({ queryKey: formsReading.queryKey })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  return { choosing, removing }
}

type FormSaving = ReturnType<typeof useServiceForms>

const FormLine = ({
  form,
  chosen,
  saving,
  edit,
}: {
  form: OwnForm
  chosen: readonly number[]
  saving: FormSaving
  edit: (edited: { form: OwnForm; start: FormInput }) => void
}) => (
  <li className="flex flex-wrap items-center justify-between gap-2 py-2">
    <Checkbox
      label={
        <>
          <span className="font-semibold">{form.title}</span>{' '}
          <span className="text-sm text-muted">
            {form.questions.length === 1 ? '1 pregunta' : `${form.questions.length} preguntas`} ·{' '}
            {form.timing === 'booking' ? 'antes de pagar' : 'antes de la cita'}
          </span>{' '}
          {form.sensitive ? <Badge tone="jacaranda">Salud</Badge> : null}
        </>
      }
      checked={chosen.includes(form.id)}
      disabled={saving.choosing.isPending}
      onChange={(event) =>
        saving.choosing.mutate(
          event.target.checked ? [...chosen, form.id] : chosen.filter((id) => id !== form.id),
        )
      }
    />
    <span className="flex">
      <Button
        tone="quiet"
        size="small"
        aria-label={`Editar ${form.title}`}
        onClick={() => edit({ form, start: wordsOf(form) })}
      >
        <Pencil aria-hidden className="size-4.5" />
      </Button>
      <Button
        tone="quiet"
        size="small"
        aria-label={`Archivar ${form.title}`}
        busy={saving.removing.isPending && saving.removing.variables === form.id}
        onClick={() => saving.removing.mutate(form.id)}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
    </span>
  </li>
)

const wordsOf = ({ title, intro, sensitive, timing, questions }: OwnForm): FormInput => ({
  title,
  intro,
  sensitive,
  timing,
  questions,
})
