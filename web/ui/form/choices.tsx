import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { GroupError } from '#web/ui/form-error.tsx'

/** A single choice, as a list of cards. */
export const Choices = <Value extends string>({
  legend,
  hint,
  options,
  value,
  onChange,
  columns = 'grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]',
}: {
  legend: string
  hint?: ReactNode
  options: readonly { value: Value; label: string; text?: string }[]
  value: Value | undefined
  onChange: (value: Value) => void
  columns?: string
}) => {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-[0.9375rem] font-semibold">{legend}</legend>
      {hint ? <p className="-mt-2 text-sm text-muted">{hint}</p> : null}
      <div className={classNames('grid gap-2.5', columns)}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-edge/60 bg-surface px-3.5 py-2.5 transition-colors hover:border-ink/70 has-checked:border-jacaranda has-checked:bg-jacaranda-soft has-checked:text-jacaranda-deep has-focus-visible:outline-3 has-focus-visible:outline-jacaranda"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="radio-mark size-5 shrink-0 appearance-none rounded-full border-[1.5px] border-edge bg-surface bg-center bg-no-repeat outline-none checked:border-jacaranda checked:bg-jacaranda"
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.text ? <span className="block text-sm text-ink/80">{option.text}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A multiple choice. */
export const Ticks = <Value extends string>({
  legend,
  hint,
  options,
  values,
  error,
  onChange,
}: {
  legend: string
  hint?: string
  options: readonly { value: Value; label: string }[]
  values: readonly Value[]
  error?: string | undefined
  onChange: (values: Value[]) => void
}) => (
  <fieldset className="flex min-w-0 flex-col gap-1">
    <legend className="mb-1 text-[0.9375rem] font-semibold">{legend}</legend>
    {hint ? <p className="text-sm text-muted">{hint}</p> : null}
    <div className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-4">
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={values.includes(value)}
          onChange={(event) => {
            const rest = values.filter((one) => one !== value)
            onChange(event.target.checked ? [...rest, value] : rest)
          }}
        />
      ))}
    </div>
    <GroupError text={error} />
  </fieldset>
)

/** The entries of a table of labels, as options. */
export const optionsOf = <Value extends string>(
  names: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] => names.map((value) => ({ value, label: labels[value] }))
