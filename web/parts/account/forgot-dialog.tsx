import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { forgotPassword } from '#contract/account/account.ts'
import { call } from '#web/api.ts'
import { formErrorOf, refusedField } from '#web/refused-field.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** Asks for the email address that the link is sent to. The response is the same for every address; closing clears the form. */
export default function ForgotDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const form = useForm({ initial: { email: '' } })
  const forgot = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
    onSuccess: () => {
      toast(
        'Email enviado',
        'Si existe una cuenta con este email, recibirás un enlace de recuperación.',
        'good',
      )
      onClose()
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const atEmail = refusedField(forgot.error, 'email')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Recuperar contraseña"
      description="Te enviaremos un enlace para elegir una contraseña nueva."
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} busy={forgot.isPending}>
            Enviar enlace
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={form.submit(({ email }) => forgot.mutateAsync(email.trim()))}
      >
        <Field label="Correo electrónico" required error={atEmail}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              placeholder="tu@correo.com"
              {...form.text('email')}
            />
          )}
        </Field>
        <FormError of={formErrorOf(forgot.error, [atEmail])} />
      </Form>
    </Dialog>
  )
}
