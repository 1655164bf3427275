import { Plus, Trash2 } from 'lucide-react'
import { ClockSelect, Days } from '#web/parts/pricing/fields.tsx'
import { Button } from '#web/ui/button.tsx'

type Window = { fromMinute: number; toMinute: number }
type Part = { days: number[] } | { windows: Window[] }

/** The days and hours at which a price applies. */
export const WindowFields = ({
  of,
  most,
  onChange,
}: {
  of: { name: string; days: readonly number[]; windows: readonly Window[] }
  /** The limit of windows per day. */
  most: number
  onChange: (part: Part) => void
}) => {
  const { name, days, windows } = of
  return (
    <>
      <Days days={days} onChange={(next) => onChange({ days: next })} />
      {windows.map((window, place) => {
        const put = (next: Window) =>
          onChange({ windows: windows.map((one, index) => (index === place ? next : one)) })
        return (
          <div key={place} className="flex flex-wrap items-end gap-3">
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-3">
              <ClockSelect
                label="Desde"
                minute={window.fromMinute}
                onChange={(fromMinute) => put({ ...window, fromMinute })}
              />
              <ClockSelect
                label={window.toMinute <= window.fromMinute ? 'Hasta (día siguiente)' : 'Hasta'}
                end
                minute={window.toMinute}
                onChange={(toMinute) => put({ ...window, toMinute })}
              />
            </div>
            {windows.length > 1 ? (
              <Button
                tone="quiet"
                size="small"
                aria-label={`Quitar el horario ${place + 1} de ${name}`}
                onClick={() => onChange({ windows: windows.filter((_, index) => index !== place) })}
              >
                <Trash2 aria-hidden className="size-4" />
              </Button>
            ) : null}
          </div>
        )
      })}
      {windows.length < most ? (
        <Button
          tone="quiet"
          size="small"
          className="self-start"
          onClick={() => onChange({ windows: [...windows, { fromMinute: 480, toMinute: 600 }] })}
        >
          <Plus aria-hidden className="size-4" /> Otro horario
        </Button>
      ) : null}
    </>
  )
}
