import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Ground, middle, useDrag, useSize } from '#web/parts/map/ground.tsx'
import { floating, MapControls } from '#web/parts/map/map-controls.tsx'
import { clustersOf, pinsOf } from '#web/parts/map/pins.ts'
import type { Cluster, Pin } from '#web/parts/map/pins.ts'
import { PinCard, PinMark } from '#web/parts/map/pin-card.tsx'
import {
  bboxText,
  boxFrom,
  boxOf,
  closestZoom,
  defaultView,
  moved,
  viewOf,
  viewOfBox,
  zoomed,
} from '#web/parts/map/projection.ts'
import type { Size, View } from '#web/parts/map/projection.ts'
import { withoutPlace } from '#web/parts/search/chips.ts'
import { wantedOf } from '#web/parts/search/window.ts'
import type { Results } from '#web/parts/search/results.ts'
import { printed } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

export type MapShown = {
  results: Results | undefined
  search: SearchState
  onSearch: (search: SearchState) => void
}

/** The results on a map: beside the list where there is room, over the whole of a phone. */
export default function ResultMap(shown: MapShown) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => shown.onSearch({ ...shown.search, map: undefined })
  const narrow = matchMedia('(width < 64rem)').matches
  useEffect(() => {
    if (narrow) dialog.current?.showModal()
  }, [narrow])
  // Another search begins with a view of its own.
  const key = JSON.stringify({ ...printed(shown.search), map: '', view: '' })
  const map = <MapFrame key={key} {...shown} onClose={close} />
  return narrow ? (
    <dialog
      ref={dialog}
      aria-label="Mapa de resultados"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-sunk p-0 text-ink"
    >
      {map}
    </dialog>
  ) : (
    <section
      aria-label="Mapa de resultados"
      className="sticky top-24 h-[calc(100dvh-7.5rem)] min-h-96 overflow-hidden rounded-lg border border-line"
    >
      {map}
    </section>
  )
}

const step = 90

const MapFrame = ({ results, search, onSearch, onClose }: MapShown & { onClose: () => void }) => {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const pins = pinsOf(results, wantedOf(search))
  const [own, setOwn] = useState<View>()
  const [chosen, setChosen] = useState<readonly Pin[]>([])
  const [pointed, setPointed] = usePointed()
  const view = own ?? firstView(search, pins, size)

  const keys = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const ways: Record<string, () => View> = {
      ArrowUp: () => moved(view, { x: 0, y: -step }, size),
      ArrowDown: () => moved(view, { x: 0, y: step }, size),
      ArrowLeft: () => moved(view, { x: -step, y: 0 }, size),
      ArrowRight: () => moved(view, { x: step, y: 0 }, size),
      '+': () => zoomed(view, 1, middle(size), size),
      '-': () => zoomed(view, -1, middle(size), size),
    }
    const way = ways[event.key]
    if (way === undefined) return
    event.preventDefault()
    setOwn(way())
  }
  const press = ({ pins, x, y }: Cluster) => {
    const together = new Set(pins.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size === 1
    if (pins.length > 1 && !together && view.zoom < closestZoom)
      return setOwn(zoomed(view, 2, { x, y }, size))
    setChosen(pins)
    const [first] = pins
    if (first !== undefined) document.getElementById(`r-${first.id}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="relative h-full w-full overflow-hidden bg-sunk">
      <div
        ref={frame}
        {...useDrag(view, size, setOwn, frame)}
        className="absolute inset-0 cursor-grab touch-none active:cursor-grabbing"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application by its role: it takes keys */}
        <div
          role="application"
          aria-roledescription="mapa"
          aria-label={`Mapa con ${pins.length} resultados. Flechas para moverlo, más y menos para acercarlo; después siguen los resultados, en una lista.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a map is moved by keys
          tabIndex={0}
          onKeyDown={keys}
          className="absolute inset-0 -outline-offset-4"
        >
          {size.width === 0 ? null : <Ground view={view} size={size} />}
        </div>
        {size.width === 0 ? null : (
          <ul aria-label="Resultados en el mapa">
            {clustersOf(pins, view, size).map((cluster) => (
              <li key={cluster.pins.map(({ id }) => id).join(' ')}>
                <PinMark
                  cluster={cluster}
                  active={cluster.pins.some(
                    ({ id }) => id === pointed || chosen.some((one) => one.id === id),
                  )}
                  onPress={() => press(cluster)}
                  onPoint={setPointed}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="absolute top-3 right-3 flex flex-col items-end gap-2">
        <IconButton label="Cerrar el mapa" onClick={onClose} className={floating}>
          <X aria-hidden />
        </IconButton>
        <MapControls view={view} size={size} step={step} onView={setOwn} />
      </div>
      {own === undefined && (results !== undefined || search.bbox !== undefined) ? null : (
        <Button
          tone="secondary"
          size="small"
          onClick={() => onSearch({ ...withoutPlace(search), bbox: bboxText(boxOf(view, size)), map: 'on' })}
          className="absolute! top-3 left-3 rounded-full shadow-high"
        >
          <Search aria-hidden className="size-4.5" />
          Buscar en esta zona
        </Button>
      )}
      <PinCard pins={chosen} onClose={() => setChosen([])} />
    </div>
  )
}

/** The view before the visitor moves the map. */
const firstView = (search: SearchState, pins: readonly Pin[], size: Size): View => {
  if (size.width === 0) return defaultView
  if (search.bbox !== undefined) return viewOfBox(boxFrom(search.bbox), size, 1)
  if (pins.length === 0 && search.lat !== undefined)
    return { latitude: Number(search.lat), longitude: Number(search.lng), zoom: 12 }
  const whole = pins.filter((pin) => pin.whole)
  return viewOf(whole.length > 0 ? whole : pins, size)
}

/** Which result is pointed at, in the list or on the map: both show it. */
const usePointed = () => {
  const [pointed, setPointed] = useState<number>()
  useEffect(() => {
    const look = (event: Event) => {
      const card = event.target instanceof Element ? event.target.closest('[data-result]') : null
      if (card !== null) setPointed(Number(card.getAttribute('data-result')))
    }
    document.addEventListener('pointerover', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
    }
  }, [])
  useEffect(() => {
    const card = pointed === undefined ? null : document.getElementById(`r-${pointed}`)
    card?.setAttribute('data-pointed', '')
    return () => card?.removeAttribute('data-pointed')
  }, [pointed])
  return [pointed, setPointed] as const
}
