import { formatCents } from '#contract/platform/money.ts'
import { minChargeCents, type Upfront, upfrontOf } from '#contract/service/upfront.ts'
import { Percent, Pesos } from '#web/parts/pricing/fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { Field } from '#web/ui/form/field.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { Select } from '#web/ui/form/select.tsx'

type Kind = 'all' | 'none' | 'percent' | 'amount'
const kinds: Readonly<Record<Kind, string>> = {
  all: 'Todo al reservar',
  percent: 'Una parte del precio',
  amount: 'Una cantidad fija',
  none: 'Nada: solo guarda su tarjeta',
}
const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text)

const kindOf = (rule: Upfront | null): Kind =>
  rule === null ? 'all' : rule.kind === 'percent' && rule.bp === 0 ? 'none' : rule.kind

/** The upfront payment, in pesos of this service. */
export const UpfrontFields = ({
  draft: { upfront, priceCents },
  onChange,
}: {
  draft: ServiceDraft
  onChange: (part: Partial<ServiceDraft>) => void
}) => {
  const kind = kindOf(upfront)
  const choose = (next: Kind) =>
    onChange({
      upfront:
        next === 'all'
          ? null
          : next === 'amount'
            ? { kind: 'amount', cents: Math.max(minChargeCents, Math.round((priceCents || 0) / 300) * 100) }
            : { kind: 'percent', bp: next === 'none' ? 0 : 3000 },
    })
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Anticipo"
        hint="Lo que paga con tarjeta al reservar. El resto se cobra solo al terminar la cita."
      >
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target: { value } }) => (isKind(value) ? choose(value) : undefined)}
          >
            {Object.entries(kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'percent' && upfront?.kind === 'percent' ? (
        <Percent
          label="Parte del precio"
          bp={upfront.bp}
          least={1}
          most={99}
          onChange={(bp) => onChange({ upfront: { kind: 'percent', bp } })}
        />
      ) : null}
      {upfront?.kind === 'amount' ? (
        <Pesos
          label="Cantidad"
          cents={upfront.cents}
          least={minChargeCents}
          onChange={(cents) => onChange({ upfront: { kind: 'amount', cents } })}
        />
      ) : null}
      <p className="text-sm text-muted" role="status">
        {said(upfront, priceCents)}
      </p>
    </div>
  )
}

const said = (rule: Upfront | null, priceCents: number): string => {
  if (rule === null) return 'Se paga todo al reservar, como hasta ahora.'
  if (hasUnreadNumber([rule, priceCents])) return 'Con el precio y el anticipo te decimos cuánto paga.'
  const split = upfrontOf([{ rule, priceCents }])
  if (split === null) return 'A este precio el resto sería tan poco que se paga todo al reservar.'
  const { upfrontCents, balanceCents } = split
  const rest = `${formatCents(balanceCents)} al terminar`
  return upfrontCents === 0
    ? `No paga nada al reservar y ${rest}. Si cancela tarde o no llega no se le cobra nada, y la renta que se le deba al espacio sale de lo tuyo.`
    : `Paga ${formatCents(upfrontCents)} al reservar y ${rest}. Si cancela tarde o no llega, nunca se queda más que el anticipo; la renta que se le deba al espacio sale de lo tuyo.`
}
