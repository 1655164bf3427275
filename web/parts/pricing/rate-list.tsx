import { Plus, Trash2 } from 'lucide-react'
import { changeText, rateText } from '#contract/pricing/price-words.ts'
import type { CalendarRate, PriceChange } from '#contract/pricing/space-pricing.ts'
import { KindSelect, Percent, Pesos } from '#web/parts/pricing/fields.tsx'
import { RuleCard } from '#web/parts/pricing/rule-card.tsx'
import { WindowFields } from '#web/parts/pricing/window-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'

/** Prices of certain days and hours, each a card. */
export const RateList = ({
  rates,
  today,
  problemAt,
  onChange,
}: {
  rates: readonly CalendarRate[]
  today: string
  problemAt: (field: string) => string | undefined
  onChange: (rates: CalendarRate[]) => void
}) => {
  const change = (place: number, rate: CalendarRate) =>
    onChange(rates.map((one, index) => (index === place ? rate : one)))
  return (
    <div className="flex flex-col gap-3">
      {rates.map((rate, place) => (
        <RuleCard
          key={rate.id}
          title={rate.name === '' ? 'Sin nombre' : rate.name}
          of={rate}
          sentence={rateText(rate)}
        >
          <RateFields
            rate={rate}
            today={today}
            problem={problemAt(`rules.rates.${place}`)}
            onChange={(next) => change(place, next)}
          />
          <Button
            tone="quiet"
            size="small"
            className="self-start"
            onClick={() => onChange(rates.filter((_, index) => index !== place))}
          >
            <Trash2 aria-hidden className="size-4" /> Quitar «{rate.name}»
          </Button>
        </RuleCard>
      ))}
      {rates.length === 0 ? (
        <p className="text-muted">
          Todas las horas cuestan el precio base. Agrega una tarifa si la noche o el sábado valen más, o si la
          mañana está vacía.
        </p>
      ) : null}
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        disabled={rates.length >= 30}
        onClick={() => onChange([...rates, newRate(rates.length)])}
      >
        <Plus aria-hidden className="size-4" /> Agregar tarifa
      </Button>
    </div>
  )
}

const newRate = (count: number): CalendarRate => ({
  id: crypto.randomUUID(),
  name: `Tarifa ${count + 1}`,
  days: [5, 6],
  windows: [{ fromMinute: 1080, toMinute: 1320 }],
  dates: null,
  change: { kind: 'percent', bp: 2000 },
})

const RateFields = ({
  rate,
  today,
  problem,
  onChange,
}: {
  rate: CalendarRate
  today: string
  problem: string | undefined
  onChange: (rate: CalendarRate) => void
}) => (
  <>
    <Field label="Nombre" {...(problem === undefined ? {} : { error: problem })}>
      {(control) => (
        <Input
          {...control}
          maxLength={40}
          value={rate.name}
          onChange={(event) => onChange({ ...rate, name: event.target.value })}
        />
      )}
    </Field>
    <WindowFields of={rate} most={6} onChange={(part) => onChange({ ...rate, ...part })} />
    <ChangeFields change={rate.change} onChange={(change) => onChange({ ...rate, change })} />
    <Checkbox
      label="Solo en una temporada"
      checked={rate.dates !== null}
      onChange={(event) =>
        onChange({ ...rate, dates: event.target.checked ? { from: today, to: today } : null })
      }
    />
    {rate.dates === null ? null : (
      <Season dates={rate.dates} onChange={(dates) => onChange({ ...rate, dates })} />
    )}
  </>
)

type Season = NonNullable<CalendarRate['dates']>

const Season = ({ dates, onChange }: { dates: Season; onChange: (dates: Season) => void }) => (
  <div className="grid grid-cols-2 gap-3">
    <Field label="Primer día">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={dates.from}
          onChange={(event) => {
            const from = event.target.value
            if (from !== '') onChange({ from, to: dates.to < from ? from : dates.to })
          }}
        />
      )}
    </Field>
    <Field label="Último día">
      {(control) => (
        <Input
          {...control}
          type="date"
          min={dates.from}
          value={dates.to}
          onChange={(event) => {
            if (event.target.value >= dates.from) onChange({ ...dates, to: event.target.value })
          }}
        />
      )}
    </Field>
  </div>
)

const kinds = [
  { value: 'more', label: 'Por ciento más' },
  { value: 'less', label: 'Por ciento menos' },
  { value: 'amount', label: 'Pesos más por hora' },
  { value: 'minus', label: 'Pesos menos por hora' },
  { value: 'hourly', label: 'Otro precio por hora' },
] as const
type ChangeKind = (typeof kinds)[number]['value']

const kindOf = (change: PriceChange): ChangeKind => {
  if (change.kind === 'hourly') return 'hourly'
  if (change.kind === 'percent') return change.bp < 0 ? 'less' : 'more'
  return change.cents < 0 ? 'minus' : 'amount'
}

const usual: Readonly<Record<ChangeKind, PriceChange>> = {
  more: { kind: 'percent', bp: 2000 },
  less: { kind: 'percent', bp: -2000 },
  amount: { kind: 'amount', cents: 3000 },
  minus: { kind: 'amount', cents: -3000 },
  hourly: { kind: 'hourly', cents: 15_000 },
}

const ChangeFields = ({
  change,
  onChange,
}: {
  change: PriceChange
  onChange: (change: PriceChange) => void
}) => {
  const kind = useLastReadable(kindOf(change), !hasUnreadNumber(change))
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <KindSelect label="Qué cambia" value={kind} kinds={kinds} onChange={(next) => onChange(usual[next])} />
      {change.kind === 'percent' ? (
        <Percent
          key={kind}
          label="Cuánto"
          bp={Math.abs(change.bp)}
          least={1}
          most={kind === 'less' ? 90 : 200}
          onChange={(bp) => onChange({ kind: 'percent', bp: kind === 'less' ? -bp : bp })}
        />
      ) : (
        <Pesos
          key={kind}
          label={
            changeText(change).includes('por hora') && change.kind === 'hourly' ? 'Precio por hora' : 'Cuánto'
          }
          cents={Math.abs(change.cents)}
          least={100}
          onChange={(cents) =>
            onChange(
              change.kind === 'hourly'
                ? { kind: 'hourly', cents }
                : { kind: 'amount', cents: kind === 'minus' ? -cents : cents },
            )
          }
        />
      )}
    </div>
  )
}
