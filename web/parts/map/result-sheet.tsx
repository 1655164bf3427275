import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import type { Pin } from '#web/parts/map/pins.ts'
import type { MapShown } from '#web/parts/map/map-shown.ts'
import { restOf, sheetPx, stepped } from '#web/parts/map/sheet-heights.ts'
import type { SheetHeight } from '#web/parts/map/sheet-heights.ts'
import { SheetRow } from '#web/parts/map/sheet-row.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadMore } from '#web/ui/page/load-more.tsx'

type Shown = {
  pins: readonly Pin[]
  isSearching: boolean
  total: MapShown['total']
  more: MapShown['more']
  height: SheetHeight
  /** The height of the screen, in pixels. */
  room: number
  onHeight: (height: SheetHeight) => void
}

/** The list over a phone's map: dragged by its header, or moved with two buttons. */
export const ResultSheet = ({ pins, isSearching, total, more, height, room, onHeight }: Shown) => {
  const listId = useId()
  const { px, ...drag } = useSheetDrag(height, room, onHeight)
  const step = (by: 1 | -1) => ({
    'aria-disabled': stepped(height, by) === height || undefined,
    onClick: () => onHeight(stepped(height, by)),
    className: stepped(height, by) === height ? 'opacity-40' : '',
  })
  return (
    <section
      aria-label="Lista de resultados"
      style={{ height: px ?? sheetPx(height, room) }}
      className={classNames(
        'absolute inset-x-0 bottom-0 z-20 flex flex-col rounded-t-xl border-t border-line bg-surface shadow-high',
        px === undefined && 'transition-[height] duration-200 ease-out',
      )}
    >
      <div {...drag} className="shrink-0 cursor-grab touch-none px-4 pt-2 pb-1.5 select-none">
        <span aria-hidden className="mx-auto block h-1 w-10 rounded-full bg-edge/60" />
        <div className="flex items-center justify-between gap-2">
          <p role="status" className="min-w-0 font-semibold">
            {isSearching ? 'Buscando en esta zona…' : countText(pins.length, more.has ? total : undefined)}
          </p>
          <div className="flex shrink-0">
            <IconButton
              label="Bajar la lista"
              aria-expanded={height !== 'peek'}
              aria-controls={listId}
              {...step(-1)}
            >
              <ChevronDown aria-hidden />
            </IconButton>
            <IconButton
              label="Subir la lista"
              aria-expanded={height !== 'peek'}
              aria-controls={listId}
              {...step(1)}
            >
              <ChevronUp aria-hidden />
            </IconButton>
          </div>
        </div>
      </div>
      <div
        id={listId}
        hidden={height === 'peek' && px === undefined}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-[calc(1rem+env(safe-area-inset-bottom))]"
      >
        {pins.length === 0 ? (
          <p className="py-3 text-muted">Nada en esta zona. Mueve el mapa o aléjalo para buscar en otra.</p>
        ) : (
          <ul aria-label="Resultados en esta zona" className="divide-y divide-line">
            {pins.map((pin) => (
              <SheetRow key={pin.id} pin={pin} />
            ))}
          </ul>
        )}
        <LoadMore {...more} />
      </div>
    </section>
  )
}

/** "12 de 214 resultados": how many of the total are on the map. */
const countText = (shown: number, total: MapShown['total']) => {
  if (total === undefined) return shown === 1 ? '1 resultado' : `${shown} resultados`
  const all = total.count.toLocaleString('es-MX')
  return `${shown} de ${total.more ? 'más de ' : ''}${all} resultados`
}

type Dragged = { from: number; at: number; y: number; when: number; speed: number }

/** A shorter drag is a tap, which raises the sheet a step, or collapses it when full. */
const tapPx = 6

const useSheetDrag = (height: SheetHeight, room: number, onHeight: (height: SheetHeight) => void) => {
  const dragged = useRef<Dragged>(undefined)
  const [px, setPx] = useState<number>()
  const end = () => {
    dragged.current = undefined
    setPx(undefined)
  }
  return {
    px,
    onPointerDown: (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { clientY: y, timeStamp: when } = event
      dragged.current = { from: y, at: sheetPx(height, room), y, when, speed: 0 }
    },
    onPointerMove: ({ clientY: y, timeStamp: when }: PointerEvent) => {
      const before = dragged.current
      if (before === undefined) return
      const speed = (before.y - y) / Math.max(1, when - before.when)
      dragged.current = { ...before, y, when, speed }
      setPx(Math.max(sheetPx('peek', room), Math.min(sheetPx('full', room), before.at + before.from - y)))
    },
    onPointerUp: () => {
      const last = dragged.current
      if (last === undefined) return
      const way = last.from - last.y
      if (Math.abs(way) < tapPx) onHeight(height === 'full' ? 'peek' : stepped(height, 1))
      else onHeight(restOf(height, last.at + way, last.speed, room))
      end()
    },
    onPointerCancel: end,
  }
}
