import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/webhook/webhook.ts'
import type { Webhook } from '#contract/webhook/webhook.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/** Another address for the same webhook, which keeps its secret, events and log. */
export const AddressDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const form = useForm({
    initial: () => ({ address: webhook.address }),
    checks: {
      address: (address) => (address.trim() === '' ? 'Escribe la dirección de tu sistema.' : undefined),
    },
  })
  const saving = useMutation({
    mutationFn: () =>
      proof.run(() => call(contract.changeWebhook, { params: { id: webhook.id }, body: form.values })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.webhooks) })
      toast(
        'Dirección guardada',
        contract.isWebhookOff(webhook)
          ? 'Enciéndela y envía una prueba.'
          : 'Envía una prueba para ver que llega.',
        'good',
      )
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Cambiar la dirección"
      description="Conserva su secreto, sus avisos y su registro. Lo que espera sale a la nueva."
      error={saving.error instanceof NotProven ? null : saving.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="webhook-address" busy={saving.isPending}>
            Guardar
          </Button>
        </>
      }
    >
      <Form
        id="webhook-address"
        aria-label="Cambiar la dirección"
        onSubmit={form.submit(() => saving.mutateAsync())}
      >
        <Field
          label="Dirección"
          hint="La que te da tu sistema; empieza con https://."
          error={form.error('address')}
        >
          {(control) => (
            <Input
              {...control}
              name="address"
              type="url"
              inputMode="url"
              maxLength={2000}
              autoComplete="off"
              {...form.text('address')}
            />
          )}
        </Field>
      </Form>
      {proof.dialog}
    </Dialog>
  )
}
