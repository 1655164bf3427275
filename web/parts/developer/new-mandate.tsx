import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/assistant/mandate.ts'
import type { AllowedApp } from '#contract/developer/app.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { actNames } from '#web/parts/developer/act-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const lives = { 1: 'Un día', 7: 'Una semana', 30: '30 días', 90: '90 días' } as const

type Values = {
  appId: string
  book: boolean
  cancel: boolean
  change: boolean
  eachCents: number
  totalCents: number
  days: string
}

const actsOf = (values: Values) => contract.mandateActs.filter((act) => values[act])

export const NewMandate = ({ apps, onClose }: { apps: readonly AllowedApp[]; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const first: Values = {
    appId: apps[0]?.id ?? '',
    book: true,
    cancel: false,
    change: false,
    eachCents: 50_000,
    totalCents: 100_000,
    days: '7',
  }
  const form = useForm({
    initial: first,
    checks: {
      book: (_, values) => (actsOf(values).length === 0 ? 'Elige al menos una cosa.' : undefined),
      totalCents: (total, { eachCents }) =>
        total < eachCents ? 'En total no puede ser menos que en una cita.' : undefined,
    },
  })
  const giving = useMutation({
    mutationFn: () => {
      const { appId, eachCents, totalCents, days } = form.values
      const body = { appId, acts: actsOf(form.values), eachCents, totalCents, days: Number(days) }
      return proof.run(() => call(contract.giveMandate, { body }))
    },
    onSuccess: async ({ app }) => {
      toast('Diste el permiso', `${app.name} lo puede usar desde ahora.`, 'good')
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.mandates) })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Un permiso para pagar y cancelar"
      error={giving.error instanceof NotProven ? null : giving.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form="new-mandate" busy={giving.isPending}>
            Dar permiso
          </Button>
        </>
      }
    >
      <Form
        id="new-mandate"
        aria-label="Un permiso para pagar y cancelar"
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => giving.mutateAsync())}
      >
        <MandateFields apps={apps} form={form} />
      </Form>
      {proof.dialog}
    </Dialog>
  )
}

type MandateForm = ReturnType<typeof useForm<Values>>

const MandateFields = ({ apps, form }: { apps: readonly AllowedApp[]; form: MandateForm }) => (
  <>
    <Field label="App" error={form.error('appId')}>
      {(control) => (
        <Select {...control} {...form.text('appId')}>
          {apps.map((app) => (
            <option key={app.id} value={app.id}>
              {app.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <fieldset className="flex flex-col">
      <legend className="text-[0.9375rem] font-semibold">Qué puede hacer sola</legend>
      {contract.mandateActs.map((act) => (
        <Checkbox key={act} label={actNames[act]} {...form.tick(act)} />
      ))}
      {form.error('book') === undefined ? null : (
        <p role="alert" className="text-sm font-medium text-chile">
          {form.error('book')}
        </p>
      )}
    </fieldset>
    <NumberField
      kind="pesos"
      label="A lo más por cita ($)"
      hint="Se paga con la última tarjeta que guardaste."
      from={100}
      to={contract.mandateLimits.maxEachCents}
      {...form.pick('eachCents')}
      error={form.error('eachCents')}
    />
    <NumberField
      kind="pesos"
      label="A lo más en total ($)"
      from={100}
      to={contract.mandateLimits.maxTotalCents}
      {...form.pick('totalCents')}
      error={form.error('totalCents')}
    />
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
  </>
)
