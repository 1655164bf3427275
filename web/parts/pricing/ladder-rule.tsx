import { ladderText, rungs } from '#contract/pricing/price-words.ts'
import { ladderSteps, type LadderStep, type StepPrice } from '#contract/pricing/space-pricing.ts'
import { KindSelect, Percent, Pesos } from '#web/parts/pricing/fields.tsx'
import { RuleCard } from '#web/parts/pricing/rule-card.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'
import type { BasedRuleProps } from '#web/parts/pricing/rule-props.ts'

/** How the hourly price changes with the length of the stay. */
export const LadderRule = ({ rules, baseCents, onChange }: BasedRuleProps) => (
  <RuleCard title="Por cuánto tiempo" of={rules.ladder} sentence={ladderText(rules.ladder)}>
    <p className="text-sm text-muted">
      Quien se queda más puede pagar menos por hora. Nunca cuesta más quedarse menos: si un paso sale más
      barato, ese es el tope.
    </p>
    {rungs.map((name) => (
      <Rung
        key={name}
        name={name}
        price={rules.ladder[name]}
        baseCents={baseCents}
        onChange={(price) => onChange({ ladder: { ...rules.ladder, [name]: price } })}
      />
    ))}
  </RuleCard>
)

const stepKinds = [
  { value: 'none', label: 'Igual' },
  { value: 'less', label: 'Por ciento menos' },
  { value: 'more', label: 'Por ciento más' },
  { value: 'hourly', label: 'Otro precio por hora' },
  { value: 'total', label: 'Precio total' },
] as const

type StepKind = (typeof stepKinds)[number]['value']

const kindOfStep = (price: StepPrice | null): StepKind => {
  if (price === null) return 'none'
  if (price.kind !== 'percent') return price.kind
  return price.bp > 0 ? 'more' : 'less'
}

const Rung = ({
  name,
  price,
  baseCents,
  onChange,
}: {
  name: LadderStep
  price: StepPrice | null
  baseCents: number
  onChange: (price: StepPrice | null) => void
}) => {
  const { label, fromMinutes, blockMinutes } = ladderSteps[name]
  const kind = useLastReadable(kindOfStep(price), !hasUnreadNumber(price))
  const usual: Readonly<Record<StepKind, StepPrice | null>> = {
    none: null,
    less: { kind: 'percent', bp: -1000 },
    more: { kind: 'percent', bp: 1000 },
    hourly: { kind: 'hourly', cents: baseCents },
    total: { kind: 'total', cents: Math.round((baseCents * Math.min(blockMinutes, 480)) / 6000) * 100 },
  }
  const span =
    fromMinutes === 0
      ? 'menos de 2 h'
      : fromMinutes >= 10_080
        ? `desde ${fromMinutes / 1440} días`
        : `desde ${fromMinutes / 60} h`
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <KindSelect
        label={`${label}, ${span}`}
        value={kind}
        kinds={stepKinds}
        onChange={(next) => onChange(usual[next])}
      />
      {price === null ? null : price.kind === 'percent' ? (
        <Percent
          key={kind}
          label={`Cuánto, ${label.toLowerCase()}`}
          bp={Math.abs(price.bp)}
          least={1}
          most={kind === 'more' ? 50 : 90}
          onChange={(bp) => onChange({ kind: 'percent', bp: kind === 'more' ? bp : -bp })}
        />
      ) : (
        <Pesos
          key={kind}
          label={
            price.kind === 'total' ? `Total, ${label.toLowerCase()}` : `Por hora, ${label.toLowerCase()}`
          }
          cents={price.cents}
          least={100}
          onChange={(cents) => onChange({ kind: price.kind, cents })}
        />
      )}
    </div>
  )
}
