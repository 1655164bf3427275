import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/developer/app.ts'
import type { OwnApp } from '#contract/developer/app.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { type ChosenScopes, ScopeChoice, scopesOf } from '#web/parts/developer/scope-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

export type MadeApp = { app: OwnApp; secret: string | null }

const first: {
  name: string
  website: string
  addresses: string
  isConfidential: boolean
  chosen: ChosenScopes
} = { name: '', website: '', addresses: '', isConfidential: true, chosen: { way: 'read', own: {} } }

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== '')

export const NewApp = ({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeApp) => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const form = useForm({
    initial: first,
    checks: {
      name: (name) => (name.trim() === '' ? 'Escribe el nombre que verán las personas.' : undefined),
      addresses: (text) => (linesOf(text).length === 0 ? 'Escribe al menos una dirección.' : undefined),
      chosen: (chosen) => (scopesOf(chosen).length === 0 ? 'Elige al menos un permiso.' : undefined),
    },
  })
  const making = useMutation({
    mutationFn: () => {
      const { name, website, addresses, isConfidential, chosen } = form.values
      const body = {
        name: name.trim(),
        website: website.trim(),
        redirectUris: linesOf(addresses),
        isConfidential,
        scopes: scopesOf(chosen),
      }
      return proof.run(() => call(contract.makeApp, { body }))
    },
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownApps) })
      onMade(made)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Registrar una app"
      error={making.error instanceof NotProven ? null : making.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="new-app" busy={making.isPending}>
            Registrar
          </Button>
        </>
      }
    >
      <Form
        id="new-app"
        aria-label="Registrar una app"
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => making.mutateAsync())}
      >
        <Field label="Nombre" hint="Así la ven quienes le dan permiso." error={form.error('name')}>
          {(control) => (
            <Input {...control} name="name" maxLength={60} autoComplete="off" {...form.text('name')} />
          )}
        </Field>
        <Field label="Página (opcional)" error={form.error('website')}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              name="website"
              maxLength={300}
              placeholder="https://"
              {...form.text('website')}
            />
          )}
        </Field>
        <Field
          label="Direcciones de regreso"
          hint="Una por línea. Al dar permiso, volvemos solo a una de estas, letra por letra."
          error={form.error('addresses')}
        >
          {(control) => (
            <TextArea {...control} rows={3} name="addresses" spellCheck={false} {...form.text('addresses')} />
          )}
        </Field>
        <Checkbox
          label="Corre en un servidor mío y puede guardar un secreto"
          {...form.tick('isConfidential')}
        />
        <ScopeChoice {...form.pick('chosen')} error={form.error('chosen')} />
      </Form>
      {proof.dialog}
    </Dialog>
  )
}
