import { clockText } from '#contract/platform/clock-text.ts'
import { Copy, Plus, X } from 'lucide-react'
import type { Space } from '#contract/space/space.ts'
import { copied, copyText, daysAfter } from '#web/parts/time/copy-hours.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

type Window = Space['weekly'][number]

const usual = { fromMinute: 540, toMinute: 1200 }

/** One weekday: closed, or up to three opening windows. */
export const DayHours = ({
  day,
  weekday,
  weekly,
  onChange,
}: {
  day: string
  weekday: number
  weekly: readonly Window[]
  onChange: (weekly: Window[]) => void
}) => {
  const windows = weekly.filter((one) => one.weekday === weekday)
  const change = (changed: Window[]) =>
    onChange(
      changed.toSorted((one, other) => one.weekday - other.weekday || one.fromMinute - other.fromMinute),
    )
  const put = (changed: Window[]) => change([...weekly.filter((one) => one.weekday !== weekday), ...changed])
  const copies = copyText(weekday, weekly)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
      <Checkbox
        label={<span className="font-medium">{day}</span>}
        className="w-full shrink-0 sm:w-34"
        checked={windows.length > 0}
        onChange={(event) => {
          const [model] = weekly.filter((one) => one.weekday < weekday).toReversed()
          put(event.target.checked ? [{ ...usual, ...model, weekday }] : [])
        }}
      />
      {windows.length === 0 ? (
        <span className="pb-2 text-muted sm:py-2.5">Cerrado</span>
      ) : (
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          {windows.map((window, place) => (
            <div key={window.fromMinute} className="flex flex-wrap items-center gap-2">
              <WindowClocks
                day={day}
                place={place}
                window={window}
                onChange={(changed) => put(windows.with(place, changed))}
              />
              {place === 0 ? (
                <IconButton
                  label={`${day}: otro horario`}
                  className="ml-auto"
                  disabled={windows.length >= 3 || (windows.at(-1)?.toMinute ?? 1440) > 1380}
                  onClick={() => put([...windows, nextWindow(weekday, windows)])}
                >
                  <Plus aria-hidden />
                </IconButton>
              ) : (
                <IconButton
                  label={`${day}: quitar este horario`}
                  className="ml-auto"
                  onClick={() => put(windows.toSpliced(place, 1))}
                >
                  <X aria-hidden />
                </IconButton>
              )}
            </div>
          ))}
          {copies === null ? null : (
            <button
              type="button"
              onClick={() => change(copied(weekday, weekly, daysAfter(weekday)))}
              className="inline-flex min-h-11 items-center gap-2 self-start text-left text-[0.9375rem] font-semibold text-jacaranda"
            >
              <Copy aria-hidden className="size-4.5 shrink-0" />
              {copies}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

/** The hour after the last one closes. */
const nextWindow = (weekday: number, windows: readonly Window[]): Window => {
  const start = (windows.at(-1)?.toMinute ?? 780) + 60
  return { weekday, fromMinute: Math.min(start, 1380), toMinute: Math.min(start + 120, 1440) }
}

const WindowClocks = ({
  day,
  place,
  window,
  onChange,
}: {
  day: string
  place: number
  window: Window
  onChange: (window: Window) => void
}) => (
  <>
    <Clock
      label={`${day}: abre${place === 0 ? '' : ` (${place + 1})`}`}
      value={window.fromMinute}
      onChange={(fromMinute) => onChange({ ...window, fromMinute })}
    />
    <span className="text-muted">a</span>
    <Clock
      label={`${day}: cierra${place === 0 ? '' : ` (${place + 1})`}`}
      value={window.toMinute}
      end
      onChange={(toMinute) => onChange({ ...window, toMinute })}
    />
  </>
)

const Clock = ({
  label,
  value,
  end,
  onChange,
}: {
  label: string
  value: number
  end?: boolean
  onChange: (minute: number) => void
}) => {
  const all = Array.from({ length: 48 }, (_, place) => (place + (end ? 1 : 0)) * 30)
  const options = all.includes(value) ? all : [...all, value].toSorted((one, other) => one - other)
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="w-25 sm:w-29"
    >
      {options.map((minute) => (
        <option key={minute} value={minute}>
          {clockText(minute)}
        </option>
      ))}
    </Select>
  )
}
