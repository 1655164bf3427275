/**
 * The one field for numbers. It reads what people write (web/ui/form/number-text.ts) and reports whole units. Unreadable, missing or
 * out-of-bounds input is reported as NaN and explained beside the field: the field never falls back to its previous value. A call whose
 * body holds such a NaN is refused in web/api.ts.
 */
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { readBasisPoints, readCents, readMinutes, readWhole } from '#web/ui/form/number-text.ts'
import { unreadNumberEvent } from '#web/ui/form/unread-number.ts'

const kinds = {
  /** Typed in pesos, reported in centavos. */
  pesos: {
    read: readCents,
    text: (cents: number) => String(cents / 100),
    say: formatCents,
    like: 'como 1,200 o 99.50',
  },
  /** Typed in percent, reported in basis points. */
  percent: {
    read: readBasisPoints,
    text: (bp: number) => String(bp / 100),
    say: (bp: number) => `${bp / 100} %`,
    like: 'como 15',
  },
  minutes: {
    read: (text: string) => readMinutes(text),
    text: String,
    say: (minutes: number) => `${minutes} min`,
    like: 'como 90, 1:30 o 1 h 30',
  },
  /** Typed in hours, reported in minutes. */
  hours: {
    read: (text: string) => readMinutes(text, 'hours'),
    text: (minutes: number) => String(Math.round((minutes / 60) * 100) / 100),
    say: (minutes: number) => `${minutes / 60} h`,
    like: 'como 10, 1.5 o 1:30',
  },
  whole: { read: readWhole, text: String, say: String, like: 'sin decimales' },
} as const
type NumberKind = keyof typeof kinds

type Bounds = { kind: NumberKind; from?: number | undefined; to?: number | undefined }

const within = (value: number, { from = 0, to = Infinity }: Bounds) => value >= from && value <= to

/** "Escribe minutos, de 5 min a 720 min, como 90, 1:30 o 1 h 30." */
const problemText = ({ kind, from = 0, to }: Bounds) => {
  const { say, like } = kinds[kind]
  const bounds = to === undefined ? (from > 0 ? `desde ${say(from)}` : '') : `de ${say(from)} a ${say(to)}`
  return `Escribe un número${bounds === '' ? '' : ` ${bounds}`}, ${like}.`
}

type Shared = Bounds & {
  label: string
  hint?: ReactNode
  /** The error of the server or of the form. */
  error?: string | undefined
  name?: string
  placeholder?: string
  className?: string
  inputClassName?: string
}

/** A required number; NaN while it is missing. */
export const NumberField = ({
  value,
  onChange,
  ...rest
}: Shared & { value: number; onChange: (value: number) => void }) => (
  <Typed {...rest} value={value} empty={Number.NaN} onChange={(next) => onChange(next ?? Number.NaN)} />
)

/** An optional number: empty is null. */
export const OptionalNumberField = ({
  value,
  onChange,
  ...rest
}: Shared & { value: number | null; onChange: (value: number | null) => void }) => (
  <Typed {...rest} value={value} empty={null} onChange={onChange} isOptional />
)

const Typed = ({
  label,
  hint,
  error,
  name,
  placeholder,
  className,
  inputClassName = '',
  value,
  empty,
  isOptional = false,
  onChange,
  ...bounds
}: Shared & {
  value: number | null
  empty: number | null
  isOptional?: boolean
  onChange: (value: number | null) => void
}) => {
  const { read, text } = kinds[bounds.kind]
  const [typed, setTyped] = useState<{ text: string; value: number | null }>()
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    const check = () => {
      setChecked(true)
      // After all have reported, focuses the first invalid field, in the dialog if there is one.
      setTimeout(() =>
        (
          document.querySelector<HTMLElement>('[role="dialog"] [data-unread]') ??
          document.querySelector<HTMLElement>('[data-unread]')
        )?.focus(),
      )
    }
    window.addEventListener(unreadNumberEvent, check)
    return () => window.removeEventListener(unreadNumberEvent, check)
  }, [])
  // The typed text is shown as long as the form holds its value; a reset or newer value replaces it.
  const isTyped = typed !== undefined && Object.is(typed.value, value)
  const isUnread = value !== null && Number.isNaN(value)
  const problem = isChecked && isUnread ? problemText(bounds) : error
  return (
    <Field
      label={label}
      hint={hint}
      {...(isOptional ? { required: false } : {})}
      {...(className === undefined ? {} : { className })}
      {...(problem === undefined ? {} : { error: problem })}
    >
      {(control) => (
        <Input
          {...control}
          {...(name === undefined ? {} : { name })}
          {...(placeholder === undefined ? {} : { placeholder })}
          inputMode={bounds.kind === 'whole' ? 'numeric' : 'decimal'}
          autoComplete="off"
          aria-required={isOptional ? undefined : true}
          data-unread={isUnread ? '' : undefined}
          className={`figures ${inputClassName}`}
          value={isTyped ? typed.text : value === null || isUnread ? '' : text(value)}
          onChange={({ target }) => {
            const meant = target.value.trim() === '' ? empty : read(target.value)
            const next =
              meant === undefined || (meant !== null && !within(meant, bounds)) ? Number.NaN : meant
            setTyped({ text: target.value, value: next })
            onChange(next)
          }}
          onBlur={() => {
            if (!isTyped) return
            setChecked(true)
            if (!isUnread) setTyped(undefined)
          }}
        />
      )}
    </Field>
  )
}
