import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/developer/api-key.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { type ChosenScopes, ScopeChoice, scopesOf } from '#web/parts/developer/scope-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Made = Reply<typeof contract.makeApiKey>

const lives = { 30: '30 días', 90: '90 días', 365: 'Un año', never: 'No vence' } as const

const first: { name: string; chosen: ChosenScopes; days: keyof typeof lives } = {
  name: '',
  chosen: { way: 'read', own: {} },
  days: 365,
}

export const NewKey = ({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const form = useForm({
    initial: first,
    checks: {
      name: (name) => (name.trim() === '' ? 'Ponle un nombre para reconocerla.' : undefined),
      chosen: (chosen) => (scopesOf(chosen).length === 0 ? 'Elige al menos un permiso.' : undefined),
    },
  })
  const making = useMutation({
    mutationFn: () => {
      const { name, chosen, days } = form.values
      const body = {
        name: name.trim(),
        scopes: scopesOf(chosen),
        days: contract.keyDays.find((one) => String(one) === String(days)) ?? null,
      }
      return proof.run(() => call(contract.makeApiKey, { body }))
    },
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.apiKeys) })
      onMade(made)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Una llave nueva"
      error={making.error instanceof NotProven ? null : making.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="new-key" busy={making.isPending}>
            Hacer llave
          </Button>
        </>
      }
    >
      <Form
        id="new-key"
        aria-label="Una llave nueva"
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => making.mutateAsync())}
      >
        <Field label="Nombre" hint="Para qué sistema es, como «Mi página»." error={form.error('name')}>
          {(control) => (
            <Input {...control} name="name" maxLength={60} autoComplete="off" {...form.text('name')} />
          )}
        </Field>
        <ScopeChoice {...form.pick('chosen')} error={form.error('chosen')} />
        <Field label="Cuánto dura" error={form.error('days')}>
          {(control) => (
            <Select {...control} {...form.text('days')}>
              {Object.entries(lives).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </Form>
      {proof.dialog}
    </Dialog>
  )
}
