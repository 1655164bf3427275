import { useMutation, useQuery } from '@tanstack/react-query'
import * as settings from '#contract/account/settings.ts'
import { call, reading } from '#web/api.ts'
import { CodeInput } from '#web/parts/account/code-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Asks for the password, and a code where there is a second factor, before a sensitive action. */
export default function ProofDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const security = useQuery(reading(settings.security))
  const form = useForm({ initial: { password: '', code: '' } })
  const confirm = useMutation({
    mutationFn: () => call(settings.confirmIdentity, { body: form.values }),
    onSuccess: onDone,
  })
  const withCode = typeof security.data?.secondFactorSince === 'string'
  const withPassword = security.data?.hasPassword ?? true
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Confirma que eres tú"
      description="Es un momento: así nadie cambia tu cuenta si dejas tu sesión abierta."
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="proof" busy={confirm.isPending}>
            Continuar
          </Button>
        </>
      }
    >
      {security.isPending ? (
        <Skeleton className="h-24" />
      ) : security.isLoadingError ? (
        <ErrorState text={security.error.message} onRetry={() => security.refetch()} />
      ) : (
        <form
          id="proof"
          method="post"
          aria-label="Confirmar identidad"
          className="flex flex-col gap-5"
          onSubmit={form.submit(() => confirm.mutateAsync())}
        >
          {withPassword ? (
            <Field label="Tu contraseña" required error={withCode ? undefined : confirm.error?.message}>
              {(control) => (
                <PasswordInput {...control} autoComplete="current-password" {...form.text('password')} />
              )}
            </Field>
          ) : null}
          {withCode ? (
            <CodeInput {...form.pick('code')} error={confirm.error?.message} />
          ) : withPassword ? null : (
            <p className="text-muted">
              Tu cuenta entra con otro servicio. Cierra sesión y vuelve a entrar para confirmar que eres tú.
            </p>
          )}
        </form>
      )}
    </Dialog>
  )
}
