import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/account/companion.ts'
import type { SavedCompanion } from '#contract/account/companion.ts'
import { maxCompanions, maxFirstName } from '#contract/platform/persons.ts'
import { call, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const { queryKey } = reading(contract.savedCompanions)

/** Companions for visits, offered when the client books for several. */
export default function CompanionSettings() {
  const saved = useQuery(reading(contract.savedCompanions))
  const [edited, setEdited] = useState<number | 'new'>()
  if (saved.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (saved.isLoadingError)
    return <ErrorState text={saved.error.message} onRetry={() => void saved.refetch()} />
  const isFull = saved.data.length >= maxCompanions
  const add = (
    <Button
      tone="secondary"
      blocked={isFull ? `Caben ${maxCompanions}: borra a alguien para agregar otra persona.` : undefined}
      onClick={() => setEdited('new')}
    >
      Agregar a alguien
    </Button>
  )
  return (
    <Panel
      title="Quién viene contigo"
      text="Sus nombres de pila, para reservar por varias personas sin escribirlos otra vez. Solo los ves tú; quien atiende ve los de cada cita."
    >
      {saved.data.length === 0 && edited === undefined ? (
        <EmptyState
          icon={<Users />}
          title="Todavía no guardas a nadie"
          text="Agrega a tus hijos, a tu pareja o a tu mamá y aparecerán al reservar."
          action={add}
        />
      ) : (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {saved.data.map((one) => (
              <li key={one.id} className="py-3">
                {edited === one.id ? (
                  <Editor known={one} onDone={() => setEdited(undefined)} />
                ) : (
                  <Saved one={one} onEdit={() => setEdited(one.id)} />
                )}
              </li>
            ))}
          </ul>
          {edited === 'new' ? <Editor onDone={() => setEdited(undefined)} /> : add}
        </>
      )}
    </Panel>
  )
}

const Saved = ({ one, onEdit }: { one: SavedCompanion; onEdit: () => void }) => {
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(contract.removeCompanion, { params: { id: one.id } }),
    onSuccess: async () => {
      toast(`Borraste a ${one.firstName}`, 'Las citas que ya reservaste siguen igual.', 'good')
      await queryClient.invalidateQueries({ queryKey })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="flex min-w-0 flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {one.firstName}
        {one.isMinor ? <Badge tone="jacaranda">Menor de edad</Badge> : null}
      </p>
      <FormError of={removing.error} />
      <div className="flex gap-2">
        <Button tone="quiet" size="small" onClick={onEdit}>
          Cambiar<span className="sr-only"> a {one.firstName}</span>
        </Button>
        <Button tone="quiet" size="small" busy={removing.isPending} onClick={() => removing.mutate()}>
          Borrar<span className="sr-only"> a {one.firstName}</span>
        </Button>
      </div>
    </div>
  )
}

const Editor = ({ known, onDone }: { known?: SavedCompanion; onDone: () => void }) => {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: () => ({ firstName: known?.firstName ?? '', isMinor: known?.isMinor ?? false }),
  })
  const saving = useMutation({
    mutationFn: () => {
      const { firstName, isMinor } = form.values
      const body = { firstName: firstName.trim(), isMinor }
      return known === undefined
        ? call(contract.saveCompanion, { body })
        : call(contract.changeCompanion, { params: { id: known.id }, body })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey })
      onDone()
    },
  })
  return (
    <Form
      aria-label={known === undefined ? 'Agregar a alguien' : `Cambiar a ${known.firstName}`}
      className="flex flex-col gap-3"
      onSubmit={form.submit(() => saving.mutateAsync())}
    >
      <Field label="Nombre de pila" error={saving.error?.message} className="max-w-md">
        {(control) => (
          <Input
            {...control}
            name="firstName"
            required
            maxLength={maxFirstName}
            autoComplete="off"
            {...form.text('firstName')}
          />
        )}
      </Field>
      <Checkbox label="Es menor de edad" {...form.tick('isMinor')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="secondary" busy={saving.isPending}>
          Guardar
        </Button>
        <Button tone="quiet" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </Form>
  )
}
