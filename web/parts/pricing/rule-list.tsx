import { Plus, Trash2 } from 'lucide-react'
import {
  actualUseText,
  agreementsText,
  cleaningText,
  earlyBirdText,
  inHouseText,
  ladderText,
  lastMinuteText,
  overtimeText,
  packText,
  perUseText,
  rungs,
} from '#contract/pricing/price-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import {
  ladderSteps,
  type HourPack,
  type LadderStep,
  type PriceRules,
  type StepPrice,
} from '#contract/pricing/space-pricing.ts'
import { KindSelect, Minutes, Percent, Pesos, Whole } from '#web/parts/pricing/fields.tsx'
import { OptionalRule, RuleCard } from '#web/parts/pricing/rule-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'

type Change = (rules: Partial<PriceRules>) => void

/** Every other kind of rule, each a card with its sentence. */
export const RuleList = ({
  rules,
  baseCents,
  onChange,
}: {
  rules: PriceRules
  baseCents: number
  onChange: Change
}) => (
  <div className="flex flex-col gap-3">
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
    <RuleCard
      title="Paquetes de horas"
      of={rules.packs}
      sentence={
        rules.packs.length === 0
          ? 'Sin paquetes.'
          : `${rules.packs.map(packText).join(' · ')}. Se venden en la página de tu espacio a quien puede rentarlo.`
      }
    >
      <Packs packs={rules.packs} baseCents={baseCents} onChange={(packs) => onChange({ packs })} />
    </RuleCard>
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
            onChange={(minutes) =>
              onChange({ lastMinute: { ...lastMinute, withinMinutes: Number(minutes) } })
            }
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
    <OptionalRule
      title="Garantía"
      off="No pides garantía."
      sentence={(cents) =>
        `${formatCents(cents)}, que se aparta al llegar y se libera tres días después del final. Vale para rentas sin clienta.`
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
    <RuleCard title="Medidor de uso" sentence={actualUseText(rules.actualUse)}>
      <Checkbox
        label="Cobrar solo el uso real"
        checked={rules.actualUse}
        onChange={(event) => onChange({ actualUse: event.target.checked })}
      />
    </RuleCard>
  </div>
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

const Packs = ({
  packs,
  baseCents,
  onChange,
}: {
  packs: readonly HourPack[]
  baseCents: number
  onChange: (packs: HourPack[]) => void
}) => {
  const put = (place: number, pack: HourPack) =>
    onChange(packs.map((one, index) => (index === place ? pack : one)))
  const next = [10, 20, 40].find((hours) => !packs.some((pack) => pack.hours === hours))
  return (
    <>
      {packs.map((pack, place) => (
        <fieldset key={pack.id} className="flex flex-col gap-3 rounded-md border border-line p-4">
          <legend className="px-1 font-semibold">
            Paquete {Number.isNaN(pack.hours) ? place + 1 : `de ${pack.hours} h`}
          </legend>
          <div className="grid gap-3 sm:grid-cols-3">
            <Whole
              label="Horas"
              value={pack.hours}
              from={2}
              to={200}
              onChange={(hours) => put(place, { ...pack, hours })}
            />
            <Pesos
              label="Precio"
              cents={pack.priceCents}
              least={100}
              onChange={(priceCents) => put(place, { ...pack, priceCents })}
            />
            <Whole
              label="Vigencia (días)"
              value={pack.validityDays}
              from={7}
              to={730}
              onChange={(validityDays) => put(place, { ...pack, validityDays })}
            />
          </div>
          <Checkbox
            label="Se puede ceder a otra persona"
            checked={pack.transferable}
            onChange={(event) => put(place, { ...pack, transferable: event.target.checked })}
          />
          <Button
            tone="quiet"
            size="small"
            className="self-start"
            onClick={() => onChange(packs.filter((_, index) => index !== place))}
          >
            <Trash2 aria-hidden className="size-4" /> Quitar el paquete{' '}
            {Number.isNaN(pack.hours) ? place + 1 : `de ${pack.hours} h`}
          </Button>
        </fieldset>
      ))}
      {packs.length < 6 ? (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          onClick={() => {
            const hours = next ?? 60
            const priceCents = Math.round((baseCents * hours * 9) / 1000) * 100
            onChange([
              ...packs,
              { id: crypto.randomUUID(), hours, priceCents, validityDays: 90, transferable: false },
            ])
          }}
        >
          <Plus aria-hidden className="size-4" /> Agregar paquete
        </Button>
      ) : null}
    </>
  )
}
