import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as settings from '#contract/account/settings.ts'
import type { AccountProfile } from '#contract/account/settings.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { Stale } from '#web/ui/page/stale.tsx'
import { sessionQuery } from '#web/session.ts'
import { formErrorOf, refusedField } from '#web/refused-field.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** First and last name; the input stays when another device saved meanwhile. */
export const NameForm = ({
  profile,
  onFresh,
}: {
  profile: AccountProfile
  onFresh: () => Promise<AccountProfile | undefined>
}) => {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: () => ({ firstName: profile.firstName, lastName: profile.lastName }),
    draft: 'name',
  })
  const typed = form.values
  const save = useMutation({
    mutationFn: (version: number) => call(settings.saveAccountProfile, { body: { ...typed, version } }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(reading(settings.accountProfile).queryKey, saved)
      form.accept({ firstName: saved.firstName, lastName: saved.lastName })
      toast('Nombre guardado', undefined, 'good')
      await queryClient.invalidateQueries(sessionQuery)
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const stale = save.error instanceof ApiError && save.error.code === 'stale_version'
  const shown = [refusedField(save.error, 'firstName'), refusedField(save.error, 'lastName')]
  const changed = typed.firstName !== profile.firstName || typed.lastName !== profile.lastName
  const field = (name: 'firstName' | 'lastName', label: string, autoComplete: string) => (
    <Field label={label} required error={refusedField(save.error, name)}>
      {(control) => (
        <Input {...control} name={name} autoComplete={autoComplete} maxLength={80} {...form.text(name)} />
      )}
    </Field>
  )
  return (
    <Panel title="Tu nombre" text="Así te ven las personas con las que tratas en Kalli.">
      <Form
        aria-label="Tu nombre"
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => save.mutateAsync(profile.version))}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {field('firstName', 'Nombre', 'given-name')}
          {field('lastName', 'Apellido', 'family-name')}
        </div>
        {stale ? (
          <Stale
            now={`${profile.firstName} ${profile.lastName}`}
            onKeep={async () => {
              const fresh = await onFresh()
              if (fresh) save.mutate(fresh.version)
            }}
            onTake={async () => {
              const fresh = await onFresh()
              if (fresh) form.accept({ firstName: fresh.firstName, lastName: fresh.lastName })
              save.reset()
            }}
          />
        ) : null}
        <FormError of={stale ? null : formErrorOf(save.error, shown)} />
        <Button
          type="submit"
          className="self-start"
          busy={save.isPending}
          disabled={!changed || typed.firstName.trim() === '' || typed.lastName.trim() === ''}
        >
          Guardar nombre
        </Button>
      </Form>
    </Panel>
  )
}
