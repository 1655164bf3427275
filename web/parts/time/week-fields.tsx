import { Trash2 } from 'lucide-react'
import type { SpaceHours } from '#contract/booking/agenda/timeline.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import { CopyDay } from '#web/parts/time/copy-day.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Input } from '#web/ui/form/input.tsx'

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo']
const minutesOf = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
/** A day that ends at midnight ends at 24:00, which a time field cannot show. */
const endText = (minute: number) => (minute === 1440 ? '00:00' : clockText(minute))
const endOf = (text: string) => (text === '00:00' ? 1440 : minutesOf(text))

type Weekly = SpaceHours['weekly']

/** A place opens and closes; a professional attends from one hour to another. */
const placeWords = { closed: 'Cerrado', from: 'abre', to: 'cierra' }

/** The hours of each weekday. `of`: their owner, where a dialog has several. */
export const WeekFields = ({
  of,
  weekly,
  words = placeWords,
  onChange,
}: {
  of?: string
  words?: typeof placeWords
  weekly: Weekly
  onChange: (weekly: Weekly) => void
}) => {
  const change = (weekday: number, windows: readonly { fromMinute: number; toMinute: number }[]) =>
    onChange([
      ...weekly.filter((one) => one.weekday !== weekday),
      ...windows.map((window) => ({ ...window, weekday })),
    ])
  return (
    <ul aria-label={of} className="flex flex-col divide-y divide-line">
      {weekdays.map((name, index) => {
        const weekday = index + 1
        const said = of === undefined ? name : `${of}, ${name.toLowerCase()}`
        const own = weekly
          .filter((one) => one.weekday === weekday)
          .toSorted((a, b) => a.fromMinute - b.fromMinute)
        return (
          <li key={name} className="flex flex-wrap items-start gap-x-4 py-2">
            <Checkbox
              className="w-full sm:w-32"
              label={name}
              checked={own.length > 0}
              onChange={(event) =>
                change(weekday, event.target.checked ? [{ fromMinute: 540, toMinute: 1200 }] : [])
              }
            />
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              {own.length === 0 ? <p className="py-2.5 text-muted">{words.closed}</p> : null}
              {own.map((window, place) => (
                <div key={`${weekday} ${place}`} className="flex items-center gap-2 *:[input]:min-w-0">
                  <Input
                    type="time"
                    aria-label={`${said}, ${words.from}${own.length > 1 ? ` (${place + 1})` : ''}`}
                    value={clockText(window.fromMinute)}
                    onChange={(event) =>
                      change(
                        weekday,
                        own.with(place, { ...window, fromMinute: minutesOf(event.target.value) }),
                      )
                    }
                  />
                  <span className="text-muted">a</span>
                  <Input
                    type="time"
                    aria-label={`${said}, ${words.to}${own.length > 1 ? ` (${place + 1})` : ''}`}
                    value={endText(window.toMinute)}
                    onChange={(event) =>
                      change(weekday, own.with(place, { ...window, toMinute: endOf(event.target.value) }))
                    }
                  />
                  {own.length > 1 ? (
                    <IconButton
                      label={`Quitar el turno ${place + 1} del ${name.toLowerCase()}`}
                      onClick={() => change(weekday, own.toSpliced(place, 1))}
                    >
                      <Trash2 aria-hidden />
                    </IconButton>
                  ) : null}
                </div>
              ))}
              {own.length === 0 ? null : (
                <div className="flex flex-wrap items-center gap-x-5">
                  {own.length < 3 && (own.at(-1)?.toMinute ?? 1440) <= 1380 ? (
                    <button
                      type="button"
                      className="min-h-11 font-semibold text-jacaranda"
                      onClick={() => {
                        const last = own.at(-1)?.toMinute ?? 0
                        change(weekday, [...own, { fromMinute: Math.min(last + 30, 1410), toMinute: 1440 }])
                      }}
                    >
                      Otro turno
                      <span className="sr-only"> el {name.toLowerCase()}</span>
                    </button>
                  ) : null}
                  <CopyDay name={name} weekday={weekday} weekly={weekly} onChange={onChange} />
                </div>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
