import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/developer/app.ts'
import type { OwnApp } from '#contract/developer/app.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { appChecks, AppFields, type AppText, describedOf } from '#web/parts/developer/app-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

export const ChangeApp = ({ app, onClose }: { app: OwnApp; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const form = useForm<AppText>({
    initial: () => ({
      name: app.name,
      website: app.website ?? '',
      addresses: app.redirectUris.join('\n'),
    }),
    checks: appChecks,
  })
  const saving = useMutation({
    mutationFn: () =>
      proof.run(() => call(contract.changeApp, { params: { id: app.id }, body: describedOf(form.values) })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownApps) })
      toast('App guardada', undefined, 'good')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Editar ${app.name}`}
      description="Quienes ya la usan la conservan. Una dirección de regreso que quites deja de servir en este momento."
      error={saving.error instanceof NotProven ? null : saving.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="change-app" busy={saving.isPending}>
            Guardar
          </Button>
        </>
      }
    >
      <Form
        id="change-app"
        aria-label={`Editar ${app.name}`}
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => saving.mutateAsync())}
      >
        <AppFields form={form} />
      </Form>
      {proof.dialog}
    </Dialog>
  )
}
