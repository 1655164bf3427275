import { classNames } from '#web/ui/class-names.ts'

/** A row of days to choose from; days without times stay visible but muted. */
export const DateStrip = ({
  days,
  chosen,
  onChoose,
  label = 'Elige un día',
}: {
  days: readonly {
    date: string
    weekday: string
    day: string
    month: string
    note?: string
    empty?: boolean
  }[]
  chosen: string | undefined
  onChoose: (date: string) => void
  label?: string
}) => (
  <div
    role="group"
    aria-label={label}
    className="no-scrollbar relative -mx-1 flex snap-x gap-2 overflow-x-auto px-1 py-1"
  >
    {days.map((day) => {
      const on = day.date === chosen
      return (
        <button
          key={day.date}
          type="button"
          aria-pressed={on}
          onClick={() => onChoose(day.date)}
          className={classNames(
            'flex min-h-20 w-17 shrink-0 snap-start flex-col items-center justify-center rounded-md border text-center leading-tight transition-colors',
            on
              ? 'border-jacaranda bg-jacaranda text-on-jacaranda'
              : day.empty
                ? 'border-dashed border-line text-muted hover:border-edge'
                : 'border-line bg-surface hover:border-ink/60',
          )}
        >
          <span className="text-[0.8125rem]">{day.weekday}</span>
          <span className="figures font-display text-xl font-semibold">{day.day}</span>
          <span className="text-xs">{day.empty ? 'sin lugar' : day.month}</span>
          {day.note ? <span className="sr-only">{day.note}</span> : null}
        </button>
      )
    })}
  </div>
)

/** Times of one day to choose from. */
export const SlotGrid = ({
  slots,
  chosen,
  onChoose,
  label,
}: {
  slots: readonly { key: string; time: string; note?: string; disabled?: boolean }[]
  chosen: string | undefined
  onChoose: (key: string) => void
  label: string
}) => (
  <div role="group" aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
    {slots.map((slot) => {
      const on = slot.key === chosen
      return (
        <button
          key={slot.key}
          type="button"
          aria-pressed={on}
          disabled={slot.disabled}
          onClick={() => onChoose(slot.key)}
          className={classNames(
            'figures flex min-h-12 flex-col items-center justify-center rounded-md border px-2 py-1.5 leading-tight font-semibold transition-colors disabled:opacity-50',
            on
              ? 'border-jacaranda bg-jacaranda text-on-jacaranda'
              : 'border-line bg-surface hover:border-jacaranda hover:bg-jacaranda-soft',
          )}
        >
          {slot.time}
          {slot.note ? (
            <span className={classNames('text-xs font-normal', on ? '' : 'text-muted')}>{slot.note}</span>
          ) : null}
        </button>
      )
    })}
  </div>
)
