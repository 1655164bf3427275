import { classNames } from '#web/ui/class-names.ts'

/** Radio buttons that look like chips, with native arrow keys. */
export const ChipChoice = <T extends string>({
  legend,
  name,
  value,
  onChange,
  options,
}: {
  legend: string
  name: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}) => (
  <fieldset>
    <legend className="mb-2 font-semibold">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {options.map((one) => (
        <label
          key={one.value}
          className={classNames(
            'relative inline-flex min-h-11 cursor-pointer items-center rounded-full border px-4 text-[0.9375rem] font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-jacaranda',
            one.value === value
              ? 'border-jacaranda bg-jacaranda-soft text-jacaranda-deep'
              : 'border-edge/60 bg-surface hover:border-ink/70',
          )}
        >
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {one.label}
        </label>
      ))}
    </div>
  </fieldset>
)
