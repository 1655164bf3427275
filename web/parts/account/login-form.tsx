import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { login, type SessionUser } from '#contract/account/account.ts'
import { ApiError, call } from '#web/api.ts'
import { formErrorOf, refusedField } from '#web/refused-field.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast, toastError } from '#web/ui/toast.ts'

const ForgotDialog = lazy(() => import('#web/parts/account/forgot-dialog.tsx'))

const SecondStep = lazy(() => import('#web/parts/account/second-step.tsx'))

/** The second factor that the account has, where the password was right but a code is required. */
const stepIn = (problem: Error): string | undefined => {
  if (!(problem instanceof ApiError && problem.code === 'second_step_needed')) return undefined
  const { details } = problem
  const found =
    typeof details === 'object' && details !== null && 'step' in details ? details.step : undefined
  return typeof found === 'string' ? found : undefined
}

export const LoginForm = ({
  onUser,
  action,
  typed = {},
  stepElsewhere,
}: {
  /** Where the form is submitted without scripts, and its result. */
  action: string
  typed?: Readonly<Record<string, string>> | undefined
  onUser: (user: SessionUser) => void
  /** After signing in with another provider only the second factor is left. */
  stepElsewhere?: string
}) => {
  const [forgot, setForgot] = useState(false)
  const { form, signIn, step, leaveStep, forgetStepError, atEmail, atPassword, atForm } = useSignIn(
    typed['email'] ?? '',
    onUser,
    stepElsewhere,
  )
  if (step !== undefined)
    return (
      <Suspense>
        <SecondStep
          step={step}
          onUser={(user) => {
            toast('¡Bienvenido!', 'Has iniciado sesión correctamente.', 'good')
            onUser(user)
          }}
          onBack={leaveStep}
        />
      </Suspense>
    )
  return (
    <>
      <Form
        action={action}
        aria-label="Iniciar sesión"
        onSubmit={form.submit(({ email, password }) => {
          forgetStepError()
          return signIn.mutateAsync({ email: email.trim(), password })
        })}
        className="flex flex-col gap-5"
      >
        <Field label="Correo electrónico" required error={atEmail}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              {...form.text('email')}
              placeholder="tu@correo.com"
            />
          )}
        </Field>
        <Field
          label="Contraseña"
          required
          error={atPassword}
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
              {...form.text('password')}
            />
          )}
        </Field>
        <FormError of={atForm} />
        <Button type="submit" size="large" busy={signIn.isPending} disabled={signIn.isSuccess}>
          Iniciar sesión
        </Button>
      </Form>
      {forgot ? (
        <Suspense fallback={<Opening />}>
          <ForgotDialog onClose={() => setForgot(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Signing in with a password, and the second factor where the account has one. */
const useSignIn = (email: string, onUser: (user: SessionUser) => void, stepElsewhere: string | undefined) => {
  const form = useForm({ initial: { email, password: '' }, draft: 'login', unstored: ['password'] })
  const [step, setStep] = useState(stepElsewhere)
  const [stepError, setStepError] = useState<string>()
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(login, { body }),
    onSuccess: (user) => {
      form.forget()
      toast('¡Bienvenido!', 'Has iniciado sesión correctamente.', 'good')
      onUser(user)
    },
    onError: (problem) => {
      const needed = stepIn(problem)
      if (needed === undefined) toastError('Error de inicio de sesión', problem.message)
      else setStep(needed)
    },
  })
  const failed = signIn.error !== null && stepIn(signIn.error) === undefined ? signIn.error : null
  // Which of the two is wrong is not revealed: only the password field is marked.
  const isWrong = failed instanceof ApiError && failed.code === 'wrong_credentials'
  const atPassword = isWrong ? failed.message : refusedField(failed, 'password')
  const atEmail = refusedField(failed, 'email')
  const atForm = failed === null ? stepError : formErrorOf(failed, [atPassword, atEmail])
  return {
    form,
    signIn,
    step,
    leaveStep: (why: string | undefined) => {
      setStepError(why)
      setStep(undefined)
    },
    forgetStepError: () => setStepError(undefined),
    atEmail,
    atPassword,
    atForm,
  }
}
