import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { TimelineSpace, TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** Which of the units in the scrolling frame is visible, and scrolling to another. */
export const useUnitTurn = (frame: RefObject<HTMLElement | null>, units: number) => {
  const [at, setAt] = useState(0)
  const widthOf = (box: HTMLElement) => box.clientWidth - (box.querySelector('span')?.clientWidth ?? 0)
  return {
    at,
    onScroll: () => {
      const box = frame.current
      if (box !== null) setAt(Math.max(0, Math.min(units - 1, Math.round(box.scrollLeft / widthOf(box)))))
    },
    to: (unit: number) => {
      const box = frame.current
      // Not for all scrolling there: a focused element has to be visible at once.
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      box?.scrollTo({ left: unit * widthOf(box), behavior: isCalm ? 'instant' : 'smooth' })
    },
  }
}

/** One unit at a time: the previous, the next, or any by name. */
export const UnitTurner = ({
  rows,
  turn: { at, to },
}: {
  rows: readonly { space: TimelineSpace; unit: TimelineUnit }[]
  turn: ReturnType<typeof useUnitTurn>
}) => {
  const isOneSpace = new Set(rows.map(({ space }) => space.id)).size === 1
  return rows.length < 2 ? null : (
    <nav aria-label="Unidad" className="no-print flex items-center gap-2">
      <IconButton
        label={at === 0 ? 'Unidad anterior: no hay' : 'Unidad anterior'}
        aria-disabled={at === 0 || undefined}
        className={at === 0 ? 'opacity-40' : ''}
        onClick={() => at > 0 && to(at - 1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <Select
        aria-label={`Unidad ${at + 1} de ${rows.length}`}
        className="min-w-0 flex-1"
        value={at}
        onChange={({ target }) => to(Number(target.value))}
      >
        {rows.map(({ space, unit }, place) => (
          <option key={unit.id} value={place}>
            {isOneSpace ? unit.name : `${unit.name} · ${space.name}`}
          </option>
        ))}
      </Select>
      <IconButton
        label={at === rows.length - 1 ? 'Unidad siguiente: no hay' : 'Unidad siguiente'}
        aria-disabled={at === rows.length - 1 || undefined}
        className={at === rows.length - 1 ? 'opacity-40' : ''}
        onClick={() => at < rows.length - 1 && to(at + 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </nav>
  )
}
