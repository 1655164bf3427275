import type { DemandRules, OwnDemandRules } from '#contract/pricing/demand.ts'
import { maxSurgeBp } from '#contract/pricing/demand-limits.ts'
import { capText, firstVisitText, floorText, lastMinuteText } from '#contract/pricing/demand-words.ts'
import { ServiceTicks } from '#web/parts/pricing/demand/service-ticks.tsx'
import { Ticks } from '#web/ui/form/choices.tsx'
import { KindSelect, Percent } from '#web/parts/pricing/fields.tsx'
import { OptionalRule, RuleCard } from '#web/parts/pricing/rule-card.tsx'

const withins = [60, 120, 180, 360, 720, 1440, 2880]
type Rules = { draft: DemandRules; onChange: (part: Partial<DemandRules>) => void }

/** Discounts, the price limits, and exceptions. */
export const OtherRules = ({ draft, own, onChange }: Rules & { own: OwnDemandRules }) => (
  <div className="flex flex-col gap-3">
    <LastMinuteRule draft={draft} onChange={onChange} />
    <OptionalRule
      title="Primera visita"
      off="Quien viene por primera vez paga como todos"
      sentence={firstVisitText}
      value={draft.firstVisit}
      usual={{ bp: -1000 }}
      onChange={(firstVisit) => onChange({ firstVisit })}
    >
      {(rule) => (
        <>
          <Percent
            label="Por ciento menos"
            bp={-rule.bp}
            least={1}
            most={50}
            onChange={(bp) => onChange({ firstVisit: { bp: -bp } })}
          />
          <p className="self-center text-sm text-muted">
            Es igual para todas las personas con cuenta que nunca han tenido cita contigo. No se suma a la
            última hora: cuenta lo que cueste menos.
          </p>
        </>
      )}
    </OptionalRule>
    <RuleCard
      title="Tope y piso"
      of={draft.surgeCapBp}
      sentence={`${capText(draft.surgeCapBp)} ${floorText(draft.quietFloorBp)}`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Percent
          label="Lo más que sube una hora"
          bp={draft.surgeCapBp}
          most={maxSurgeBp / 100}
          onChange={(surgeCapBp) => onChange({ surgeCapBp })}
        />
        <KindSelect
          label="Lo menos que cuesta una hora"
          value={String(draft.quietFloorBp)}
          kinds={[...new Set([3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, draft.quietFloorBp])]
            .toSorted((a, b) => a - b)
            .map((bp) => ({ value: String(bp), label: `${bp / 100} % de su precio` }))}
          onChange={(bp) => onChange({ quietFloorBp: Number(bp) })}
        />
      </div>
    </RuleCard>
    <FrozenRule draft={draft} own={own} onChange={onChange} />
  </div>
)

const LastMinuteRule = ({ draft, onChange }: Rules) => (
  <OptionalRule
    title="Última hora"
    off="Un hueco de hoy cuesta lo mismo que siempre"
    sentence={lastMinuteText}
    value={draft.lastMinute}
    usual={{ withinMinutes: 360, bp: -1500 }}
    onChange={(lastMinute) => onChange({ lastMinute })}
  >
    {(rule) => (
      <>
        <KindSelect
          label="Si faltan"
          value={String(rule.withinMinutes)}
          kinds={[...new Set([...withins, rule.withinMinutes])]
            .toSorted((a, b) => a - b)
            .map((minutes) => ({
              value: String(minutes),
              label: minutes % 60 === 0 ? `${minutes / 60} h o menos` : `${minutes} min o menos`,
            }))}
          onChange={(minutes) => onChange({ lastMinute: { ...rule, withinMinutes: Number(minutes) } })}
        />
        <Percent
          label="Por ciento menos"
          bp={-rule.bp}
          least={1}
          most={70}
          onChange={(bp) => onChange({ lastMinute: { ...rule, bp: -bp } })}
        />
      </>
    )}
  </OptionalRule>
)

const FrozenRule = ({ draft, own, onChange }: Rules & { own: OwnDemandRules }) => (
  <RuleCard title="Lo que conserva su precio" of={draft.surgeCapBp} sentence={frozenText(draft)}>
    <ServiceTicks
      hint="Cuestan lo mismo a toda hora."
      services={own.services}
      ids={draft.frozenServices}
      onChange={(frozenServices) => onChange({ frozenServices })}
    />
    {own.clients.length === 0 ? (
      <p className="text-sm text-muted">
        Cuando alguien termine su primera cita contigo podrás conservarle el precio aquí.
      </p>
    ) : (
      <div className="max-h-80 overflow-y-auto">
        <Ticks
          legend="Personas"
          hint="Ninguna hora les cuesta más que el precio del servicio. A nadie le sube por ellas."
          options={own.clients.map(({ id, name, visits }) => ({
            value: String(id),
            label: `${name} (${visits === 1 ? '1 visita' : `${visits} visitas`})`,
          }))}
          values={draft.frozenClients.map(String)}
          onChange={(ids) => onChange({ frozenClients: ids.map(Number) })}
        />
      </div>
    )}
    <p className="text-sm text-muted">
      Los paquetes de sesiones que ya vendiste tampoco cambian: sus citas ya están pagadas.
    </p>
  </RuleCard>
)

const frozenText = ({ frozenServices, frozenClients }: DemandRules): string => {
  const parts = [
    ...(frozenServices.length === 0
      ? []
      : [frozenServices.length === 1 ? '1 servicio' : `${frozenServices.length} servicios`]),
    ...(frozenClients.length === 0
      ? []
      : [frozenClients.length === 1 ? '1 persona' : `${frozenClients.length} personas`]),
  ]
  return parts.length === 0 ? 'Todas las horas siguen tus reglas.' : parts.join(' y ')
}
