import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as settings from '#contract/account/settings.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { notTheSame, passwordMinimum, tooShort } from '#web/parts/account/password.ts'
import { StrengthMeter } from '#web/parts/account/strength-meter.tsx'
import { formErrorOf } from '#web/refused-field.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { type Checks, useForm } from '#web/ui/form/use-form.ts'
import { toast, toastError } from '#web/ui/toast.ts'

const empty = { current: '', chosen: '', again: '' }

const checks: Checks<typeof empty> = {
  chosen: (text) => (Array.from(text).length < passwordMinimum ? tooShort : undefined),
}

export const PasswordForm = () => {
  const queryClient = useQueryClient()
  const security = useQuery(reading(settings.security))
  const form = useForm({ initial: empty, checks })
  const typed = form.values
  const [isLeft, setLeft] = useState(false)
  const change = useMutation({
    mutationFn: () =>
      call(settings.changePassword, {
        body: { currentPassword: typed.current, newPassword: typed.chosen },
      }),
    onSuccess: async () => {
      form.accept(empty)
      toast('Contraseña actualizada', 'Cerramos tu sesión en los demás dispositivos.', 'good')
      await queryClient.invalidateQueries({ queryKey: keyOf(settings.sessions) })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const same = typed.chosen === typed.again
  const wrong = change.error instanceof ApiError ? change.error : undefined
  const aboutOld = wrong?.code === 'wrong_password' ? wrong.message : undefined
  const aboutNew = wrong?.code.startsWith('password_') ? wrong.message : undefined
  // While it is typed, a prefix of the password is not an error.
  const isOther = typed.again !== '' && !same && (isLeft || !typed.chosen.startsWith(typed.again))
  if (security.data?.hasPassword === false)
    return (
      <Panel
        title="Contraseña"
        text="Tu cuenta entra con otro servicio y no tiene contraseña. Si quieres una, pídela en la pantalla de inicio de sesión con «¿Olvidaste tu contraseña?»."
      />
    )
  return (
    <Panel title="Contraseña" text="Al cambiarla cerramos tu sesión en los demás dispositivos.">
      <Form
        aria-label="Cambiar contraseña"
        className="flex max-w-lg flex-col gap-5"
        onSubmit={form.submit(() => (same ? change.mutateAsync() : undefined))}
      >
        <Field label="Contraseña actual" required error={aboutOld}>
          {(control) => (
            <PasswordInput {...control} autoComplete="current-password" {...form.text('current')} />
          )}
        </Field>
        <div className="flex flex-col gap-2">
          <Field label="Nueva contraseña" required error={form.error('chosen') ?? aboutNew}>
            {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.text('chosen')} />}
          </Field>
          <StrengthMeter password={typed.chosen} />
        </div>
        <Field label="Confirmar contraseña" required error={isOther ? notTheSame : undefined}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              {...form.text('again')}
              onFocus={() => setLeft(false)}
              onBlur={() => setLeft(true)}
            />
          )}
        </Field>
        <FormError of={formErrorOf(change.error, [aboutOld, aboutNew])} />
        <Button
          type="submit"
          tone="secondary"
          className="self-start"
          busy={change.isPending}
          disabled={!same || typed.chosen === '' || typed.current === ''}
        >
          Cambiar contraseña
        </Button>
      </Form>
    </Panel>
  )
}
