import { Plus, Trash2 } from 'lucide-react'
import { type SpaceType, spaceTypes } from '#contract/professional/categories.ts'
import { equipment, type EquipmentItem } from '#contract/space/fittings.ts'
import type { ServiceRules } from '#contract/availability/space-rules.ts'
import { optionsOf, Ticks } from '#web/ui/form/choices.tsx'
import { ClockSelect, KindSelect, Percent, Pesos } from '#web/parts/pricing/fields.tsx'
import { OptionalRule, RuleCard } from '#web/parts/pricing/rule-card.tsx'
import {
  blockText,
  equipmentText,
  gapText,
  kmText,
  netText,
  rentText,
  typesText,
} from '#web/parts/availability/words.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

// The names as the contract lists them; its schemas would load zod on every page.
const isType = (text: string): text is SpaceType => Object.hasOwn(spaceTypes, text)
const isItem = (text: string): text is EquipmentItem => Object.hasOwn(equipment, text)
type RuleProps = { rules: ServiceRules; onChange: (part: Partial<ServiceRules>) => void }

/** The requirements of a service for its place: a card per rule, with a sentence on its current effect. */
export const ServiceRulesForm = ({ rules, onChange }: RuleProps) => (
  <div className="flex flex-col gap-3">
    <RuleCard title="Tipo de espacio" sentence={typesText(rules)}>
      <Ticks
        legend="Acepto trabajar en"
        hint="Sin marcar nada, en cualquiera."
        options={optionsOf(Object.keys(spaceTypes).filter(isType), spaceTypes)}
        values={rules.spaceTypes}
        onChange={(types) => onChange({ spaceTypes: types })}
      />
    </RuleCard>
    <RuleCard title="Equipo indispensable" sentence={equipmentText(rules)}>
      <Ticks
        legend="El espacio debe tener"
        options={optionsOf(Object.keys(equipment).filter(isItem), equipment)}
        values={rules.equipment}
        onChange={(items) => onChange({ equipment: items })}
      />
    </RuleCard>
    <OptionalRule
      title="Renta máxima"
      off="Pagas la renta que sea"
      sentence={rentText}
      value={rules.maxRentPerHourCents}
      usual={18_000}
      onChange={(maxRentPerHourCents) => onChange({ maxRentPerHourCents })}
    >
      {(cents) => (
        <Pesos
          label="Por hora, con limpieza"
          cents={cents}
          least={100}
          onChange={(maxRentPerHourCents) => onChange({ maxRentPerHourCents })}
        />
      )}
    </OptionalRule>
    <NetRule rules={rules} onChange={onChange} />
    <DistanceRule rules={rules} onChange={onChange} />
    <RuleCard title="Tiempo mínimo en el lugar" sentence={blockText(rules.minBlockMinutes)}>
      <KindSelect
        label="No cruzo la ciudad por menos de"
        value={String(rules.minBlockMinutes)}
        kinds={minutes([0, 30, 60, 90, 120, 180, 240], rules.minBlockMinutes, 'no importa')}
        onChange={(value) => onChange({ minBlockMinutes: Number(value) })}
      />
    </RuleCard>
    <RuleCard title="Huecos entre citas" sentence={gapText(rules.minGapMinutes)}>
      <KindSelect
        label="Un hueco me sirve desde"
        value={String(rules.minGapMinutes)}
        kinds={minutes([0, 15, 30, 45, 60, 90, 120], rules.minGapMinutes, 'no importa')}
        onChange={(value) => onChange({ minGapMinutes: Number(value) })}
      />
    </RuleCard>
    <ReservationRule rules={rules} onChange={onChange} />
  </div>
)

const NetRule = ({ rules, onChange }: RuleProps) => (
  <OptionalRule
    title="Ganancia mínima"
    off="Basta con ganar algo"
    sentence={netText}
    value={rules.minNet}
    usual={{ kind: 'share', bp: 5000 }}
    onChange={(minNet) => onChange({ minNet })}
  >
    {(least) => (
      <>
        <KindSelect
          label="Se mide"
          value={least.kind}
          kinds={[
            { value: 'share', label: 'como parte del precio' },
            { value: 'amount', label: 'en pesos' },
          ]}
          onChange={(kind) =>
            onChange({
              minNet: kind === 'share' ? { kind, bp: 5000 } : { kind, cents: 30_000 },
            })
          }
        />
        {least.kind === 'share' ? (
          <Percent
            label="Del precio del servicio"
            bp={least.bp}
            least={1}
            most={99}
            onChange={(bp) => onChange({ minNet: { kind: 'share', bp } })}
          />
        ) : (
          <Pesos
            label="Por servicio"
            cents={least.cents}
            least={100}
            onChange={(cents) => onChange({ minNet: { kind: 'amount', cents } })}
          />
        )}
      </>
    )}
  </OptionalRule>
)

const DistanceRule = ({ rules, onChange }: RuleProps) => (
  <RuleCard title="Distancia" sentence={kmText(rules)}>
    <KindSelect
      label="Normalmente voy hasta"
      value={String(rules.maxKm ?? 0)}
      kinds={kilometres(rules.maxKm, 'donde sea')}
      onChange={(km) => onChange({ maxKm: Number(km) === 0 ? null : Number(km) })}
    />
    {rules.kmByHour.map((one, place) => {
      const put = (part: Partial<typeof one>) =>
        onChange({
          kmByHour: rules.kmByHour.map((other, at) => (at === place ? { ...other, ...part } : other)),
        })
      return (
        <fieldset key={place} className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
          <legend className="sr-only">Distancia a otra hora</legend>
          <ClockSelect label="Desde" minute={one.fromMinute} onChange={(fromMinute) => put({ fromMinute })} />
          <ClockSelect label="Hasta" end minute={one.toMinute} onChange={(toMinute) => put({ toMinute })} />
          <KindSelect
            label="Voy hasta"
            value={String(one.maxKm)}
            kinds={kilometres(one.maxKm)}
            onChange={(km) => put({ maxKm: Number(km) })}
          />
          <IconButton
            label="Quitar este horario"
            onClick={() => onChange({ kmByHour: rules.kmByHour.filter((_, at) => at !== place) })}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </fieldset>
      )
    })}
    {rules.kmByHour.length >= 4 ? null : (
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        onClick={() =>
          onChange({
            kmByHour: [...rules.kmByHour, { fromMinute: 1140, toMinute: 1440, maxKm: 4 }],
          })
        }
      >
        <Plus aria-hidden className="size-4" />
        Otra distancia a ciertas horas
      </Button>
    )}
  </RuleCard>
)

const ReservationRule = ({ rules, onChange }: RuleProps) => (
  <RuleCard
    title="Quién aparta el espacio"
    sentence={
      rules.autoReserve === 'yes'
        ? 'El cliente reserva y el espacio queda apartado'
        : rules.autoReserve === 'ask'
          ? 'Todo queda apartado mientras respondes cada solicitud'
          : 'Los clientes no reservan en espacios; solo en tu lugar propio'
    }
  >
    <KindSelect
      label="Apartar en automático"
      value={rules.autoReserve}
      kinds={[
        { value: 'yes', label: 'Sí, al reservar el cliente' },
        { value: 'ask', label: 'Pregúntame cada vez' },
        { value: 'no', label: 'No, aparto yo' },
      ]}
      onChange={(autoReserve) => onChange({ autoReserve })}
    />
  </RuleCard>
)

const kilometres = (now: number | null, any?: string) => {
  const offered = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50]
  const all = now === null || offered.includes(now) ? offered : [...offered, now].toSorted((a, b) => a - b)
  return [
    ...(any === undefined ? [] : [{ value: '0', label: any }]),
    ...all.map((km) => ({ value: String(km), label: `${km} km` })),
  ]
}

const minutes = (offered: readonly number[], now: number, none: string) =>
  [...new Set([...offered, now])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: value === 0 ? none : durationText(value) }))
