import { useMutation } from '@tanstack/react-query'
import type { SessionUser } from '#contract/account/account.ts'
import { secondStep } from '#contract/account/settings.ts'
import { ApiError, call } from '#web/api.ts'
import { CodeInput } from '#web/parts/account/code-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toastError } from '#web/ui/toast.ts'

/** The code of the authenticator app, after the right password. */
export default function SecondStep({
  step,
  onUser,
  onBack,
}: {
  step: string
  onUser: (user: SessionUser) => void
  /** With the reason, if the step has expired and sign-in starts over. */
  onBack: (why?: string) => void
}) {
  const form = useForm({ initial: { code: '' } })
  const { code } = form.values
  const finish = useMutation({
    mutationFn: () => call(secondStep, { body: { step, code } }),
    onSuccess: onUser,
    onError: (problem) => {
      if (!(problem instanceof ApiError && problem.code === 'second_step_over')) return
      toastError('Error de inicio de sesión', problem.message)
      onBack(problem.message)
    },
  })
  return (
    <Form
      aria-label="Segundo paso"
      className="flex flex-col gap-5"
      onSubmit={form.submit(() => finish.mutateAsync())}
    >
      <div className="flex flex-col gap-1">
        <h2 className="text-2xl">Segundo paso</h2>
        <p className="text-muted">Abre tu app de autenticación y escribe el código que muestra para Kalli.</p>
      </div>
      <CodeInput {...form.pick('code')} error={finish.error?.message} />
      <Button
        type="submit"
        size="large"
        busy={finish.isPending}
        disabled={finish.isSuccess}
        blocked={code === '' ? 'Escribe el código.' : undefined}
      >
        Entrar
      </Button>
      <Button tone="quiet" onClick={() => onBack()}>
        Volver
      </Button>
    </Form>
  )
}
