/** The small controls of price rules: pesos, parts of a hundred, days, hours. Amounts stay whole centavos. */
import { useState } from 'react'
import { clockText, weekdayNames } from '#contract/price-words.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

/** Pesos typed, centavos kept. What is half typed stays as it stands. */
export const Pesos = ({
  label,
  hint,
  error,
  cents,
  least = 0,
  onChange,
}: {
  label: string
  hint?: string
  error?: string | undefined
  cents: number
  least?: number
  onChange: (cents: number) => void
}) => (
  <Typed
    label={label}
    hint={hint}
    error={error}
    text={cents === 0 ? '' : String(cents / 100)}
    read={(text) => {
      const value = Math.round(Number(text.replace(/[$,\s]/g, '')) * 100)
      return Number.isFinite(value) && value >= least ? value : undefined
    }}
    sign="$"
    onChange={onChange}
  />
)

/** A part of a hundred typed, basis points kept. */
export const Percent = ({
  label,
  bp,
  most = 200,
  onChange,
}: {
  label: string
  bp: number
  most?: number
  onChange: (bp: number) => void
}) => (
  <Typed
    label={label}
    text={bp === 0 ? '' : String(bp / 100)}
    read={(text) => {
      const value = Math.round(Number(text) * 100)
      return Number.isFinite(value) && value >= 0 && value <= most * 100 ? value : undefined
    }}
    sign="%"
    onChange={onChange}
  />
)

export const Whole = ({
  label,
  hint,
  value,
  from,
  to,
  onChange,
}: {
  label: string
  hint?: string
  value: number
  from: number
  to: number
  onChange: (value: number) => void
}) => (
  <Typed
    label={label}
    hint={hint}
    text={String(value)}
    read={(text) => {
      const typed = Number(text)
      return Number.isInteger(typed) && typed >= from && typed <= to ? typed : undefined
    }}
    onChange={onChange}
  />
)

const Typed = ({
  label,
  hint,
  error,
  text,
  read,
  sign,
  onChange,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  text: string
  read: (text: string) => number | undefined
  sign?: string
  onChange: (value: number) => void
}) => {
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && typed !== '' && read(typed) === undefined
  const problem = wrong ? 'Escribe un número que quepa aquí.' : error
  return (
    <Field
      label={sign === undefined ? label : `${label} (${sign})`}
      {...(hint === undefined ? {} : { hint })}
      {...(problem === undefined ? {} : { error: problem })}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          value={typed ?? text}
          onChange={(event) => {
            setTyped(event.target.value)
            const value = read(event.target.value === '' ? '0' : event.target.value)
            if (value !== undefined) onChange(value)
          }}
          onBlur={() => {
            if (!wrong) setTyped(null)
          }}
        />
      )}
    </Field>
  )
}

/** The seven days as buttons that stay pressed. */
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
