import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { login } from '#contract/account.ts'
import type { SessionUser } from '#contract/account.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const ForgotDialog = lazy(() => import('#web/parts/account/forgot-dialog.tsx'))

export const LoginForm = ({ onUser }: { onUser: (user: SessionUser) => void }) => {
  const [forgot, setForgot] = useState(false)
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(login, { body }),
    onSuccess: (user) => {
      toast('¡Bienvenido!', 'Has iniciado sesión correctamente.', 'good')
      onUser(user)
    },
    onError: (problem) => toastError('Error de inicio de sesión', problem.message),
  })
  return (
    <>
      <form
        method="post"
        aria-label="Iniciar sesión"
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate({ email: formText(event.currentTarget)('email'), password })
        }}
        className="flex flex-col gap-5"
      >
        <Field label="Correo electrónico" required>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              placeholder="tu@correo.com"
            />
          )}
        </Field>
        <Field
          label="Contraseña"
          required
          aside={
            <button
              type="button"
              onClick={() => setForgot(true)}
              className="-my-2 min-h-11 text-[0.9375rem] font-medium text-barro-deep underline underline-offset-4"
            >
              ¿Olvidaste tu contraseña?
            </button>
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" size="large" busy={signIn.isPending} disabled={signIn.isSuccess}>
          Iniciar sesión
        </Button>
      </form>
      {forgot ? (
        <Suspense>
          <ForgotDialog onClose={() => setForgot(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
