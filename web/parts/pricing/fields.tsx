/** The inputs of price rules: pesos, percentages, minutes, days, hours. Amounts are whole centavos. */
import { weekdayNames } from '#contract/platform/day-names.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import { Field } from '#web/ui/form/field.tsx'
import { NumberField, OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** Pesos, in whole centavos. */
export const Pesos = ({
  label,
  cents,
  least = 0,
  ...rest
}: {
  label: string
  hint?: string
  error?: string | undefined
  cents: number
  least?: number
  onChange: (cents: number) => void
}) => <NumberField {...rest} kind="pesos" label={`${label} ($)`} value={cents} from={least} />

export const OptionalPesos = ({
  label,
  cents,
  least = 0,
  ...rest
}: {
  label: string
  hint?: string
  cents: number | null
  least?: number
  onChange: (cents: number | null) => void
}) => <OptionalNumberField {...rest} kind="pesos" label={`${label} ($)`} value={cents} from={least} />

/** A percentage, in basis points; its bounds are in percent. */
export const Percent = ({
  label,
  bp,
  least = 0,
  most = 200,
  onChange,
}: {
  label: string
  bp: number
  least?: number
  most?: number
  onChange: (bp: number) => void
}) => (
  <NumberField
    kind="percent"
    label={`${label} (%)`}
    value={bp}
    from={least * 100}
    to={most * 100}
    onChange={onChange}
  />
)

type Count = {
  label: string
  hint?: string
  value: number
  from: number
  to: number | undefined
  onChange: (value: number) => void
}

export const Whole = (field: Count) => <NumberField kind="whole" {...field} />

/** A duration, in whole minutes. */
export const Minutes = (field: Count) => <NumberField kind="minutes" {...field} />

/** Seven toggle buttons for the days of the week. */
export const Days = ({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) => (
  <fieldset className="flex min-w-0 flex-col gap-1.5">
    <legend className="mb-1.5 text-[0.9375rem] font-semibold">Días</legend>
    <div className="grid max-w-sm grid-cols-7 gap-1.5">
      {weekdayNames.map((name, place) => {
        const day = place + 1
        const on = days.includes(day)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={on}
            onClick={() => {
              const next = on ? days.filter((one) => one !== day) : [...days, day]
              if (next.length > 0) onChange(next.toSorted((a, b) => a - b))
            }}
            className={`min-h-11 rounded-md border text-sm font-semibold capitalize transition-colors ${on ? 'border-jacaranda bg-jacaranda text-on-jacaranda' : 'border-edge bg-surface hover:bg-sunk'}`}
          >
            <span aria-hidden>{name.slice(0, 2)}</span>
            <span className="sr-only">{name}</span>
          </button>
        )
      })}
    </div>
  </fieldset>
)

const halfHours = Array.from({ length: 48 }, (_, place) => place * 30)

export const ClockSelect = ({
  label,
  minute,
  end = false,
  onChange,
}: {
  label: string
  minute: number
  /** An end may be midnight. */
  end?: boolean
  onChange: (minute: number) => void
}) => {
  const offered = end ? [...halfHours.slice(1), 1440] : halfHours
  const all = offered.includes(minute) ? offered : [...offered, minute].toSorted((a, b) => a - b)
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={minute} onChange={(event) => onChange(Number(event.target.value))}>
          {all.map((one) => (
            <option key={one} value={one}>
              {clockText(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

export type Kind<K extends string> = { readonly value: K; readonly label: string }

export const KindSelect = <K extends string>({
  label,
  value,
  kinds,
  onChange,
}: {
  label: string
  value: K
  kinds: readonly Kind<K>[]
  onChange: (kind: K) => void
}) => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        value={value}
        onChange={(event) => {
          const chosen = kinds.find((kind) => kind.value === event.target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {kinds.map((kind) => (
          <option key={kind.value} value={kind.value}>
            {kind.label}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
