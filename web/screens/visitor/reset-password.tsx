import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { resetPassword } from '#contract/account/account.ts'
import { ApiError, call } from '#web/api.ts'
import { notTheSame, passwordMinimum, tooShort } from '#web/parts/account/password.ts'
import { StrengthMeter } from '#web/parts/account/strength-meter.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { type Checks, useForm } from '#web/ui/form/use-form.ts'
import { EmptyState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search): { token?: string } => ({
    token: typeof search.token === 'string' && search.token !== '' ? search.token : undefined,
  }),
  head: () => ({ meta: [{ title: 'Nueva contraseña · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: ResetPassword,
})

function ResetPassword() {
  const { token } = Route.useSearch()
  return (
    <div className="page max-w-form! pt-10 sm:pt-16">
      {token === undefined ? (
        <EmptyState
          heading="h1"
          icon={<X />}
          title="Enlace inválido"
          text="Este enlace de recuperación no es válido o ha expirado."
          action={
            <Link {...paths.auth()} className={buttonClass()}>
              Volver a iniciar sesión
            </Link>
          }
        />
      ) : (
        <ResetForm token={token} />
      )}
    </div>
  )
}

const empty = { password: '', again: '' }

const checks: Checks<typeof empty> = {
  password: (text) => (text.length < passwordMinimum ? tooShort : undefined),
}

const failedText = 'Error al restablecer la contraseña'

const ResetForm = ({ token }: { token: string }) => {
  const navigate = useNavigate()
  const form = useForm({ initial: empty, checks })
  const { password, again } = form.values
  const [isLeft, setLeft] = useState(false)
  const reset = useMutation({
    mutationFn: () => call(resetPassword, { body: { token, newPassword: password } }),
    onSuccess: () => toast('Contraseña actualizada', undefined, 'good'),
    onError: (problem) => toastError('Error', problem.message || failedText),
  })
  const done = reset.isSuccess
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate(paths.auth()), 2000)
    return () => clearTimeout(timer)
  }, [done, navigate])
  const same = password === again
  const refused = reset.error
  const atPassword =
    refused instanceof ApiError && refused.code.startsWith('password_') ? refused.message : undefined
  // While it is typed, the beginning of the same password is not an error.
  const isOther = again !== '' && !same && (isLeft || !password.startsWith(again))

  if (done)
    return (
      <EmptyState
        heading="h1"
        icon={<Check />}
        title="Contraseña actualizada"
        text="En un momento te llevamos a iniciar sesión."
        action={
          <Link {...paths.auth()} className={buttonClass()}>
            Iniciar sesión
          </Link>
        }
      />
    )
  return (
    <Form
      aria-label="Nueva contraseña"
      onSubmit={form.submit(() => {
        if (token.trim() === '') return toastError('Token inválido', 'El enlace de recuperación no es válido')
        if (same) return reset.mutateAsync()
      })}
      className="flex flex-col gap-5"
    >
      <h1 className="text-3xl sm:text-4xl">Elige una contraseña nueva</h1>
      <div className="flex flex-col gap-2">
        <Field label="Nueva contraseña" required error={form.error('password') ?? atPassword}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.text('password')} />}
        </Field>
        <StrengthMeter password={password} />
      </div>
      <div className="flex flex-col gap-2">
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
        <p role="status" className="min-h-6 text-[0.9375rem] font-medium text-agave">
          {again !== '' && same ? 'Las contraseñas coinciden' : ''}
        </p>
      </div>
      <FormError
        of={atPassword === undefined && refused !== null ? refused.message || failedText : undefined}
      />
      <Button type="submit" size="large" busy={reset.isPending} disabled={!same || password === ''}>
        Actualizar contraseña
      </Button>
      <Link
        {...paths.auth()}
        className="inline-flex min-h-11 items-center self-start font-medium underline underline-offset-4"
      >
        Volver a iniciar sesión
      </Link>
    </Form>
  )
}
