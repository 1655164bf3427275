import type { ComponentProps, ReactNode } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

type Labelled = { label: string; hint?: ReactNode }

/** A text, time or date input with its label. Required unless `optional`. */
export const TypedField = ({
  label,
  hint,
  optional = false,
  value,
  onChange,
  ...rest
}: Labelled & {
  optional?: boolean
  value: string
  onChange: (text: string) => void
} & Omit<ComponentProps<'input'>, 'value' | 'onChange'>) => (
  <Field label={label} hint={hint} required={optional ? false : undefined}>
    {(control) => (
      <Input
        {...control}
        required={!optional}
        {...rest}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

/** A single choice with its label. */
export const ChoiceField = <T extends string | number>({
  label,
  hint,
  value,
  onChange,
  options,
}: Labelled & {
  /** Null: there is nothing to choose from yet. */
  value: T | null
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Select
        {...control}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((one) => String(one.value) === target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

/** Why the server refused the form. */
export const Problem = ({ of: error }: { of: Error | null }) =>
  error === null ? null : (
    <p role="alert" className="font-medium text-chile">
      {error.message}
    </p>
  )
