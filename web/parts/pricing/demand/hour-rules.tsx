import { useState } from 'react'
import { Plus } from 'lucide-react'
import type { DemandRule, HourChange, OwnDemandRules } from '#contract/pricing/demand.ts'
import { maxHourRules } from '#contract/pricing/demand-limits.ts'
import { demandRuleText } from '#contract/pricing/demand-words.ts'
import { ServiceTicks } from '#web/parts/pricing/demand/service-ticks.tsx'
import { KindSelect, OptionalPesos } from '#web/parts/pricing/fields.tsx'
import { WindowFields } from '#web/parts/pricing/window-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'
import { ChangeFields, NamedRules, RuleNameField } from '#web/parts/pricing/named-rules.tsx'

type Services = OwnDemandRules['services']

/** A card for each rule that raises or lowers the price at certain hours. */
export const HourRules = ({
  rules,
  services,
  problemAt,
  onChange,
}: {
  rules: readonly DemandRule[]
  services: Services
  problemAt: (field: string) => string | undefined
  onChange: (rules: DemandRule[]) => void
}) => {
  const [added, mark] = useState<string>()
  return (
    <div className="flex flex-col gap-3">
      <NamedRules rules={rules} sentenceOf={demandRuleText} openId={added} onChange={onChange}>
        {(rule, place, change) => (
          <HourRule
            rule={rule}
            services={services}
            problem={problemAt(`rules.rules.${place}`)}
            onChange={change}
          />
        )}
      </NamedRules>
      {rules.length === 0 ? (
        <p className="text-muted">
          Cada servicio cuesta lo mismo a toda hora. Agrega una regla si la mañana del martes está vacía, o si
          el sábado se llena solo.
        </p>
      ) : (
        <p className="text-sm text-muted">
          Cuenta la hora en que empieza la cita y una sola regla: la más específica; si empatan, la que le
          cuesta menos a tu cliente.
        </p>
      )}
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        blocked={rules.length >= maxHourRules ? `Caben ${maxHourRules} reglas.` : undefined}
        onClick={() => {
          const rule = newRule(rules.length)
          mark(rule.id)
          onChange([...rules, rule])
        }}
      >
        <Plus aria-hidden className="size-4" /> Agregar regla
      </Button>
    </div>
  )
}

const newRule = (count: number): DemandRule => ({
  id: crypto.randomUUID(),
  name: `Regla ${count + 1}`,
  days: [2, 3],
  windows: [{ fromMinute: 540, toMinute: 720 }],
  serviceIds: [],
  change: { kind: 'percent', bp: -1500 },
  minCents: null,
  maxCents: null,
  channel: null,
})

const channels = [
  { value: 'any', label: 'Por donde venga' },
  { value: 'marketplace', label: 'Solo en Kalli' },
  { value: 'own_link', label: 'Solo con mi enlace' },
] as const

const HourRule = ({
  rule,
  services,
  problem,
  onChange,
}: {
  rule: DemandRule
  services: Services
  problem: string | undefined
  onChange: (rule: DemandRule) => void
}) => (
  <>
    <RuleNameField name={rule.name} problem={problem} onChange={(name) => onChange({ ...rule, name })} />
    <WindowFields of={rule} most={3} onChange={(part) => onChange({ ...rule, ...part })} />
    <HourChangeFields change={rule.change} onChange={(change) => onChange({ ...rule, change })} />
    <ServiceTicks
      hint="Sin marcar ninguno, todos."
      services={services}
      ids={rule.serviceIds}
      onChange={(serviceIds) => onChange({ ...rule, serviceIds })}
    />
    <div className="grid gap-3 sm:grid-cols-2">
      <OptionalPesos
        label="Precio mínimo"
        hint="Vacío: sin mínimo."
        cents={rule.minCents}
        least={1}
        onChange={(minCents) => onChange({ ...rule, minCents })}
      />
      <OptionalPesos
        label="Precio máximo"
        hint="Vacío: sin máximo."
        cents={rule.maxCents}
        least={1}
        onChange={(maxCents) => onChange({ ...rule, maxCents })}
      />
    </div>
    <KindSelect
      label="Para quien reserva"
      value={rule.channel ?? 'any'}
      kinds={channels}
      onChange={(channel) => onChange({ ...rule, channel: channel === 'any' ? null : channel })}
    />
  </>
)

const kinds = [
  { value: 'less', label: 'Por ciento menos' },
  { value: 'more', label: 'Por ciento más' },
  { value: 'minus', label: 'Pesos menos' },
  { value: 'plus', label: 'Pesos más' },
] as const

type ChangeKind = (typeof kinds)[number]['value']

const kindOf = (change: HourChange): ChangeKind => {
  if (change.kind === 'percent') return change.bp < 0 ? 'less' : 'more'
  return change.cents < 0 ? 'minus' : 'plus'
}

const usual: Readonly<Record<ChangeKind, HourChange>> = {
  less: { kind: 'percent', bp: -1500 },
  more: { kind: 'percent', bp: 1500 },
  minus: { kind: 'amount', cents: -5000 },
  plus: { kind: 'amount', cents: 5000 },
}

const HourChangeFields = ({
  change,
  onChange,
}: {
  change: HourChange
  onChange: (change: HourChange) => void
}) => {
  const kind = useLastReadable(kindOf(change), !hasUnreadNumber(change))
  return (
    <ChangeFields
      kind={kind}
      kinds={kinds}
      size={
        change.kind === 'percent'
          ? { bp: change.bp, maxPercent: kind === 'less' ? 70 : 30 }
          : { cents: change.cents, label: 'Cuánto' }
      }
      onKind={(next) => onChange(usual[next])}
      onSize={(size) =>
        onChange(
          change.kind === 'percent'
            ? { kind: 'percent', bp: kind === 'less' ? -size : size }
            : { kind: 'amount', cents: kind === 'minus' ? -size : size },
        )
      }
    />
  )
}
