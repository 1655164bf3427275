import { useMutation, useQueryClient } from '@tanstack/react-query'
import { WebhookEvent, type WebhookRole } from '#contract/webhook/event.ts'
import * as contract from '#contract/webhook/webhook.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { EventTicks } from '#web/parts/developer/event-ticks.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Choices, optionsOf } from '#web/ui/form/choices.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const roleLabels = { professional: 'Como profesional', host: 'Como anfitrión' } as const

type First = { address: string; role: WebhookRole; events: WebhookEvent[] }

/** A new webhook; all events by default, since a system ignores what it does not need. */
export const NewWebhook = ({
  roles,
  onClose,
  onAdded,
}: {
  roles: readonly WebhookRole[]
  onClose: () => void
  onAdded: (secret: string) => void
}) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const first: First = { address: '', role: roles[0] ?? 'professional', events: [...WebhookEvent.options] }
  const form = useForm({
    initial: () => first,
    checks: {
      address: (address) => (address.trim() === '' ? 'Escribe la dirección de tu sistema.' : undefined),
      events: (events) => (events.length === 0 ? 'Elige al menos un aviso.' : undefined),
    },
  })
  const adding = useMutation({
    mutationFn: () => proof.run(() => call(contract.addWebhook, { body: form.values })),
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.webhooks) })
      onAdded(secret)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Una dirección nueva"
      error={adding.error instanceof NotProven ? null : adding.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="new-webhook" busy={adding.isPending}>
            Agregar
          </Button>
        </>
      }
    >
      <Form
        id="new-webhook"
        aria-label="Una dirección nueva"
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => adding.mutateAsync())}
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
        {roles.length > 1 ? (
          <Choices legend="Qué reservas" options={optionsOf(roles, roleLabels)} {...form.pick('role')} />
        ) : null}
        <EventTicks
          values={form.values.events}
          error={form.error('events')}
          onChange={form.pick('events').onChange}
        />
      </Form>
      {proof.dialog}
    </Dialog>
  )
}
