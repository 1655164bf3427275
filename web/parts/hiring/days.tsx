import { weekdays } from '#contract/hiring/terms-words.ts'

/** Seven toggles for the days of the week. */
export const Days = ({
  chosen,
  onChange,
}: {
  chosen: readonly number[]
  onChange: (days: readonly number[]) => void
}) => (
  <div role="group" aria-label="Días" className="flex flex-wrap gap-1.5">
    {weekdays.map((name, place) => {
      const day = place + 1
      const on = chosen.includes(day)
      return (
        <button
          key={name}
          type="button"
          aria-pressed={on}
          onClick={() => onChange(on ? chosen.filter((one) => one !== day) : [...chosen, day])}
          className={
            on
              ? 'min-h-11 min-w-11 rounded-md border border-jacaranda bg-jacaranda-soft px-2 font-semibold text-jacaranda-deep'
              : 'min-h-11 min-w-11 rounded-md border border-edge/60 bg-surface px-2 font-semibold text-ink'
          }
        >
          {name}
        </button>
      )
    })}
  </div>
)
