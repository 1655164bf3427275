import {
  actualUseText,
  agreementsText,
  cleaningText,
  inHouseText,
  perUseText,
} from '#contract/pricing/price-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import { KindSelect, Percent, Pesos } from '#web/parts/pricing/fields.tsx'
import { OptionalRule, RuleCard } from '#web/parts/pricing/rule-card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { LadderRule } from '#web/parts/pricing/ladder-rule.tsx'
import { PackRule } from '#web/parts/pricing/pack-rule.tsx'
import { LastMinuteRule, EarlyBirdRule, OvertimeRule } from '#web/parts/pricing/time-rules.tsx'
import type { RuleProps, BasedRuleProps } from '#web/parts/pricing/rule-props.ts'

/** A card for every other kind of rule. */
export const RuleList = ({ rules, baseCents, onChange }: BasedRuleProps) => (
  <div className="flex flex-col gap-3">
    <LadderRule rules={rules} baseCents={baseCents} onChange={onChange} />
    <PackRule rules={rules} baseCents={baseCents} onChange={onChange} />
    <PerUseRule rules={rules} onChange={onChange} />
    <LastMinuteRule rules={rules} baseCents={baseCents} onChange={onChange} />
    <EarlyBirdRule rules={rules} onChange={onChange} />
    <CleaningRule rules={rules} onChange={onChange} />
    <DepositRule rules={rules} onChange={onChange} />
    <AgreementRule rules={rules} onChange={onChange} />
    <InBusinessRule rules={rules} baseCents={baseCents} onChange={onChange} />
    <OvertimeRule rules={rules} onChange={onChange} />
    <RuleCard title="Medidor de uso" sentence={actualUseText(rules.actualUse)}>
      <Checkbox
        label="Cobrar solo el uso real"
        checked={rules.actualUse}
        onChange={(event) => onChange({ actualUse: event.target.checked })}
      />
    </RuleCard>
  </div>
)

const PerUseRule = ({ rules, onChange }: RuleProps) => (
  <OptionalRule
    title="Por uso"
    off="Se paga por hora, no por servicio."
    sentence={perUseText}
    value={rules.perUse}
    usual={{ shareBp: 3000, minCents: 8000 }}
    onChange={(perUse) => onChange({ perUse })}
  >
    {(perUse) => (
      <>
        <Percent
          label="Parte del servicio"
          bp={perUse.shareBp}
          least={1}
          most={90}
          onChange={(shareBp) => onChange({ perUse: { ...perUse, shareBp } })}
        />
        <Pesos
          label="Mínimo por visita"
          cents={perUse.minCents}
          onChange={(minCents) => onChange({ perUse: { ...perUse, minCents } })}
        />
      </>
    )}
  </OptionalRule>
)

const CleaningRule = ({ rules, onChange }: RuleProps) => (
  <OptionalRule
    title="Limpieza"
    off="Va incluida en el precio."
    sentence={cleaningText}
    value={rules.cleaning}
    usual={{ kind: 'fixed', cents: 4000, forAll: false }}
    onChange={(cleaning) => onChange({ cleaning })}
  >
    {(cleaning) => (
      <>
        <KindSelect
          label="Cómo se cobra"
          value={cleaning.kind}
          kinds={[
            { value: 'fixed', label: 'Una vez por visita' },
            { value: 'per_minute', label: 'Por minuto de uso' },
          ]}
          onChange={(kind) =>
            onChange({ cleaning: { ...cleaning, kind, cents: kind === 'fixed' ? 4000 : 50 } })
          }
        />
        <Pesos
          key={cleaning.kind}
          label="Cuánto"
          cents={cleaning.cents}
          least={1}
          onChange={(cents) => onChange({ cleaning: { ...cleaning, cents } })}
        />
        <Checkbox
          label="También con convenio o equipo de casa"
          checked={cleaning.forAll}
          onChange={(event) => onChange({ cleaning: { ...cleaning, forAll: event.target.checked } })}
        />
      </>
    )}
  </OptionalRule>
)

const DepositRule = ({ rules, onChange }: RuleProps) => (
  <OptionalRule
    title="Garantía"
    off="No pides garantía."
    sentence={(cents) =>
      `${formatCents(cents)}, que se aparta al llegar y se libera tres días después del final. Vale para rentas sin cliente.`
    }
    value={rules.depositCents}
    usual={50_000}
    onChange={(depositCents) => onChange({ depositCents })}
  >
    {(cents) => (
      <Pesos
        label="Cuánto"
        cents={cents}
        least={100}
        onChange={(depositCents) => onChange({ depositCents })}
      />
    )}
  </OptionalRule>
)

const AgreementRule = ({ rules, onChange }: RuleProps) => (
  <RuleCard title="Con convenio" sentence={agreementsText(rules.agreements)}>
    <KindSelect
      label="Qué paga quien tiene convenio"
      value={rules.agreements}
      kinds={[
        { value: 'fixed', label: 'Siempre lo pactado' },
        { value: 'best', label: 'Lo que salga más barato' },
      ]}
      onChange={(agreements) => onChange({ agreements })}
    />
  </RuleCard>
)

const InBusinessRule = ({ rules, baseCents, onChange }: BasedRuleProps) => (
  <OptionalRule
    title="Equipo de casa"
    off="El equipo de casa paga como todos."
    sentence={inHouseText}
    value={rules.inHouse}
    usual={{ kind: 'percent', bp: -2000 }}
    onChange={(inHouse) => onChange({ inHouse })}
  >
    {(inHouse) => (
      <>
        <KindSelect
          label="Qué paga"
          value={inHouse.kind}
          kinds={[
            { value: 'percent', label: 'Un por ciento menos' },
            { value: 'hourly', label: 'Su propio precio por hora' },
          ]}
          onChange={(kind) =>
            onChange({ inHouse: kind === 'percent' ? { kind, bp: -2000 } : { kind, cents: baseCents } })
          }
        />
        {inHouse.kind === 'percent' ? (
          <Percent
            label="Por ciento menos"
            bp={-inHouse.bp}
            most={90}
            onChange={(bp) => onChange({ inHouse: { kind: 'percent', bp: bp === 0 ? 0 : -bp } })}
          />
        ) : (
          <Pesos
            label="Precio por hora"
            cents={inHouse.cents}
            least={100}
            onChange={(cents) => onChange({ inHouse: { kind: 'hourly', cents } })}
          />
        )}
      </>
    )}
  </OptionalRule>
)
