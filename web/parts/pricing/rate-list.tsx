import { Plus } from 'lucide-react'
import { changeText, rateText } from '#contract/pricing/price-words.ts'
import type { CalendarRate, PriceChange } from '#contract/pricing/space-pricing.ts'
import { WindowFields } from '#web/parts/pricing/window-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'
import { ChangeFields, NamedRules, RuleNameField } from '#web/parts/pricing/named-rules.tsx'

/** A card for each price of certain days and hours. */
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
}) => (
  <div className="flex flex-col gap-3">
    <NamedRules rules={rates} sentenceOf={rateText} onChange={onChange}>
      {(rate, place, change) => (
        <RateFields rate={rate} today={today} problem={problemAt(`rules.rates.${place}`)} onChange={change} />
      )}
    </NamedRules>
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
    <RuleNameField name={rate.name} problem={problem} onChange={(name) => onChange({ ...rate, name })} />
    <WindowFields of={rate} most={6} onChange={(part) => onChange({ ...rate, ...part })} />
    <RateChangeFields change={rate.change} onChange={(change) => onChange({ ...rate, change })} />
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

const RateChangeFields = ({
  change,
  onChange,
}: {
  change: PriceChange
  onChange: (change: PriceChange) => void
}) => {
  const kind = useLastReadable(kindOf(change), !hasUnreadNumber(change))
  return (
    <ChangeFields
      kind={kind}
      kinds={kinds}
      size={
        change.kind === 'percent'
          ? { bp: change.bp, maxPercent: kind === 'less' ? 90 : 200 }
          : {
              cents: change.cents,
              label:
                changeText(change).includes('por hora') && change.kind === 'hourly'
                  ? 'Precio por hora'
                  : 'Cuánto',
            }
      }
      onKind={(next) => onChange(usual[next])}
      onSize={(size) => {
        if (change.kind === 'percent') onChange({ kind: 'percent', bp: kind === 'less' ? -size : size })
        else if (change.kind === 'hourly') onChange({ kind: 'hourly', cents: size })
        else onChange({ kind: 'amount', cents: kind === 'minus' ? -size : size })
      }}
    />
  )
}
