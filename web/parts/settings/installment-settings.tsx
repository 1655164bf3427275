import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/payment/installments.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const installmentsReading = reading(contract.ownInstallments)

/** Whether clients may pay a professional in interest-free instalments, and what each number of months leaves the professional. */
export const InstallmentSettings = () => {
  const answer = useQuery(installmentsReading)
  if (answer.isPending) return <Skeleton className="h-48 rounded-lg" />
  // Without a saved profile the professional sells nothing yet.
  if (answer.isLoadingError && answer.error instanceof ApiError && answer.error.code === 'no_profile')
    return null
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  return <Choices key={JSON.stringify(answer.data.allowed)} own={answer.data} />
}

const usual = { maxMonths: 6, fromCents: 60_000 } as const

const Choices = ({ own }: { own: contract.OwnInstallments }) => {
  const queryClient = useQueryClient()
  const [isOn, turn] = useState(own.allowed !== null)
  const [terms, change] = useState<NonNullable<typeof own.allowed>>(own.allowed ?? usual)
  const allowed = isOn ? terms : null
  const saving = useMutation({
    mutationFn: () => call(contract.saveInstallments, { body: { allowed } }),
    // A query already in flight would return an older value.
    onMutate: () => queryClient.cancelQueries({ queryKey: installmentsReading.queryKey }),
    onSuccess: (saved) => {
      queryClient.setQueryData(installmentsReading.queryKey, saved)
      toast(
        saved.allowed === null ? 'Ya no te pagan a meses' : 'Ya te pueden pagar a meses',
        'Lo que ya te pagaron sigue igual.',
        'good',
      )
    },
  })
  const isChanged = JSON.stringify(allowed) !== JSON.stringify(own.allowed)
  return (
    <Panel
      title="Meses sin intereses"
      text="Tu cliente divide el pago con su tarjeta de crédito y paga lo mismo. Tú recibes el precio completo en tu depósito de siempre, menos lo que el procesador cobra por los meses: ese costo lo pagas tú."
      aside={own.allowed === null ? undefined : <Badge tone="agave">Permitidos</Badge>}
    >
      <Form noValidate onSubmit={() => saving.mutate()} className="flex flex-col gap-4">
        <Checkbox
          label="Permitir que me paguen a meses"
          checked={isOn}
          onChange={(event) => turn(event.target.checked)}
        />
        {isOn ? <TermsFields terms={terms} onChange={change} /> : null}
        <Examples own={own} maxMonths={isOn ? terms.maxMonths : usual.maxMonths} />
        {saving.error === null ? null : (
          <p role="alert" className="font-medium text-chile">
            {saving.error.message}
          </p>
        )}
        <Button
          type="submit"
          className="self-start"
          busy={saving.isPending}
          blocked={
            !isChanged
              ? 'No hay cambios por guardar.'
              : isOn && Number.isNaN(terms.fromCents)
                ? 'Escribe desde qué precio.'
                : undefined
          }
        >
          Guardar
        </Button>
      </Form>
    </Panel>
  )
}

type Allowed = NonNullable<contract.OwnInstallments['allowed']>

const TermsFields = ({ terms, onChange }: { terms: Allowed; onChange: (terms: Allowed) => void }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Hasta cuántos meses">
      {(control) => (
        <Select
          {...control}
          value={terms.maxMonths}
          onChange={(event) => {
            const maxMonths = contract.monthCounts.find((count) => String(count) === event.target.value)
            if (maxMonths !== undefined) onChange({ ...terms, maxMonths })
          }}
        >
          {contract.monthCounts.map((count) => (
            <option key={count} value={count}>
              {count} meses
            </option>
          ))}
        </Select>
      )}
    </Field>
    <NumberField
      kind="pesos"
      label="Desde qué precio ($)"
      hint="Cada plazo pide al menos $100 al mes."
      value={terms.fromCents}
      from={contract.minInMonthsCents}
      to={contract.maxInMonthsCents}
      onChange={(fromCents) => onChange({ ...terms, fromCents })}
    />
  </div>
)

/** Example amounts in pesos, by the rules that settle a visit. */
const Examples = ({ own, maxMonths }: { own: contract.OwnInstallments; maxMonths: number }) => (
  <div className="flex flex-col gap-2 rounded-lg bg-sunk p-4">
    <p className="font-semibold">Lo que te queda</p>
    <ul className="figures flex flex-col gap-2">
      {own.examples
        .filter(({ months }) => months <= maxMonths)
        .map(({ months, feeBp, priceCents, costCents, withCents, withoutCents }) => (
          <li key={months}>
            De un servicio de {formatCents(priceCents)} a {months} meses te quedan{' '}
            <span className="font-semibold">{formatCents(withCents)}</span>; hoy te quedan{' '}
            {formatCents(withoutCents)}.
            <span className="block text-sm text-muted">
              Los meses cuestan {formatRate(feeBp)} más IVA: {formatCents(costCents)}.
            </span>
          </li>
        ))}
    </ul>
    <p className="text-sm text-muted">
      Sin contar la renta del espacio, que es la misma. Si tu cliente cancela, pagas solo los meses de lo que
      te quedas; si cancelas tú o no llegas, pagas los de todo el cobro, porque el procesador no los devuelve.
    </p>
  </div>
)
