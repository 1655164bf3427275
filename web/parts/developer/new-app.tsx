import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/developer/app.ts'
import type { OwnApp } from '#contract/developer/app.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { appChecks, AppFields, type AppText, describedOf } from '#web/parts/developer/app-fields.tsx'
import { type ChosenScopes, ScopeChoice, scopesOf } from '#web/parts/developer/scope-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

export type MadeApp = { app: OwnApp; secret: string | null }

const first: AppText & { isConfidential: boolean; chosen: ChosenScopes } = {
  name: '',
  website: '',
  addresses: '',
  isConfidential: true,
  chosen: { way: 'read', own: {} },
}

export const NewApp = ({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeApp) => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const form = useForm({
    initial: first,
    checks: {
      ...appChecks,
      chosen: (chosen) => (scopesOf(chosen).length === 0 ? 'Elige al menos un permiso.' : undefined),
    },
  })
  const making = useMutation({
    mutationFn: () => {
      const { isConfidential, chosen } = form.values
      const body = { ...describedOf(form.values), isConfidential, scopes: scopesOf(chosen) }
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
        <AppFields form={form} />
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
