import { earlyBirdText, lastMinuteText, overtimeText } from '#contract/pricing/price-words.ts'
import { KindSelect, Minutes, Percent, Pesos, Whole } from '#web/parts/pricing/fields.tsx'
import { OptionalRule, RuleCard } from '#web/parts/pricing/rule-card.tsx'
import type { RuleProps, BasedRuleProps } from '#web/parts/pricing/rule-props.ts'

export const LastMinuteRule = ({ rules, baseCents, onChange }: BasedRuleProps) => (
  <OptionalRule
    title="Horas muertas"
    off="El precio no baja aunque la hora quede vacía."
    sentence={lastMinuteText}
    value={rules.lastMinute}
    usual={{ withinMinutes: 180, change: { kind: 'percent', bp: -3000 } }}
    onChange={(lastMinute) => onChange({ lastMinute })}
  >
    {(lastMinute) => (
      <>
        <KindSelect
          label="Cuando falten"
          value={String(lastMinute.withinMinutes)}
          kinds={withins(lastMinute.withinMinutes)}
          onChange={(minutes) => onChange({ lastMinute: { ...lastMinute, withinMinutes: Number(minutes) } })}
        />
        <KindSelect
          label="Baja"
          value={lastMinute.change.kind}
          kinds={lowers}
          onChange={(kind) =>
            onChange({
              lastMinute: {
                ...lastMinute,
                change:
                  kind === 'percent'
                    ? { kind, bp: -3000 }
                    : { kind, cents: Math.max(100, Math.round((baseCents * 6) / 1000) * 100) },
              },
            })
          }
        />
        {lastMinute.change.kind === 'percent' ? (
          <Percent
            label="Por ciento menos"
            bp={-lastMinute.change.bp}
            least={1}
            most={90}
            onChange={(bp) =>
              onChange({ lastMinute: { ...lastMinute, change: { kind: 'percent', bp: -bp } } })
            }
          />
        ) : (
          <Pesos
            label="Hasta este precio por hora"
            cents={lastMinute.change.cents}
            least={100}
            onChange={(cents) =>
              onChange({ lastMinute: { ...lastMinute, change: { kind: 'hourly', cents } } })
            }
          />
        )}
      </>
    )}
  </OptionalRule>
)

export const EarlyBirdRule = ({ rules, onChange }: RuleProps) => (
  <OptionalRule
    title="Reserva anticipada"
    off="Reservar con tiempo cuesta lo mismo."
    sentence={earlyBirdText}
    value={rules.earlyBird}
    usual={{ aheadDays: 14, discountBp: 1000 }}
    onChange={(earlyBird) => onChange({ earlyBird })}
  >
    {(earlyBird) => (
      <>
        <Whole
          label="Días antes"
          value={earlyBird.aheadDays}
          from={2}
          to={180}
          onChange={(aheadDays) => onChange({ earlyBird: { ...earlyBird, aheadDays } })}
        />
        <Percent
          label="Por ciento menos"
          bp={earlyBird.discountBp}
          least={1}
          most={90}
          onChange={(discountBp) => onChange({ earlyBird: { ...earlyBird, discountBp } })}
        />
      </>
    )}
  </OptionalRule>
)

export const OvertimeRule = ({ rules, onChange }: RuleProps) => (
  <RuleCard title="Tiempo extra" of={rules.overtime} sentence={overtimeText(rules.overtime)}>
    <div className="grid gap-4 sm:grid-cols-2">
      <Minutes
        label="Minutos de cortesía"
        value={rules.overtime.freeMinutes}
        from={0}
        to={60}
        onChange={(freeMinutes) => onChange({ overtime: { ...rules.overtime, freeMinutes } })}
      />
      <Minutes
        label="Se cobra cada (min)"
        value={rules.overtime.stepMinutes}
        from={5}
        to={60}
        onChange={(stepMinutes) => onChange({ overtime: { ...rules.overtime, stepMinutes } })}
      />
      <KindSelect
        label="La primera hora"
        value={String(rules.overtime.firstHourBp)}
        kinds={multipliers(rules.overtime.firstHourBp)}
        onChange={(bp) => onChange({ overtime: { ...rules.overtime, firstHourBp: Number(bp) } })}
      />
      <KindSelect
        label="Después"
        value={String(rules.overtime.laterBp)}
        kinds={multipliers(rules.overtime.laterBp)}
        onChange={(bp) => onChange({ overtime: { ...rules.overtime, laterBp: Number(bp) } })}
      />
    </div>
  </RuleCard>
)

const withins = (now: number) =>
  [...new Set([60, 120, 180, 360, 720, 1440, now])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({
      value: String(minutes),
      label: minutes % 60 === 0 ? `${minutes / 60} h o menos` : `${minutes} min o menos`,
    }))

const lowers = [
  { value: 'percent', label: 'Un por ciento' },
  { value: 'hourly', label: 'A un precio por hora' },
] as const

const multipliers = (now: number) =>
  [...new Set([10_000, 12_500, 15_000, 20_000, 30_000, now])]
    .toSorted((a, b) => a - b)
    .map((bp) => ({
      value: String(bp),
      label: bp === 10_000 ? 'Al precio normal' : `${bp / 10_000} veces el precio`,
    }))
