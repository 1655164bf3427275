import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useFollows, useMoved } from '#web/parts/map/follow.ts'
import { Ground, middle, useDrag, useSize } from '#web/parts/map/ground.tsx'
import { floating, MapControls } from '#web/parts/map/map-controls.tsx'
import { clustersOf, marksOf, pinsOf } from '#web/parts/map/pins.ts'
import type { Cluster, Pin } from '#web/parts/map/pins.ts'
import { PinCard, PinMarks } from '#web/parts/map/pin-card.tsx'
import {
  boxFrom,
  closestZoom,
  defaultView,
  moved,
  viewOf,
  viewOfBox,
  zoomed,
} from '#web/parts/map/projection.ts'
import type { Size, View } from '#web/parts/map/projection.ts'
import type { MapShown } from '#web/parts/map/map-shown.ts'
import { ResultSheet } from '#web/parts/map/result-sheet.tsx'
import { peekPx, sheetPx } from '#web/parts/map/sheet-heights.ts'
import type { SheetHeight } from '#web/parts/map/sheet-heights.ts'
import { usePointed } from '#web/parts/map/use-pointed.ts'
import { ZoneSearch } from '#web/parts/map/zone-search.tsx'
import { wantedOf } from '#web/parts/search/window.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { IconButton } from '#web/ui/button.tsx'

const step = 90

/** The map, its pins and controls, and on a phone the sheet with the list. */
export const MapFrame = ({
  results,
  search,
  total,
  more,
  isPhone,
  onClose,
}: MapShown & { isPhone: boolean; onClose: () => void }) => {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [sheet, setSheet] = useState<SheetHeight>('peek')
  const [follows, setFollows] = useFollows()
  // The map ends above a peeking sheet; what a higher sheet covers is not visible, and not searched.
  const covered = isPhone
    ? Math.min(sheetPx(sheet, size.height + peekPx), (size.height + peekPx) / 2) - peekPx
    : 0
  const { own, move, searchIn } = useMoved(search, size, Math.max(0, covered), follows)
  const pins = usePins(results, search, own !== undefined)
  const [chosen, setChosen] = useState<readonly Pin[]>([])
  const [pointed, setPointed] = usePointed()
  const view = own?.view ?? firstView(search, pins, size)
  const clusters = size.width === 0 ? [] : clustersOf(pins, view, size, pointed)

  const press = ({ pins, x, y }: Cluster) => {
    const together = new Set(pins.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size === 1
    if (pins.length > 1 && !together && view.zoom < closestZoom) return move(zoomed(view, 2, { x, y }, size))
    setChosen(pins)
    setSheet('peek')
    document.getElementById(`r-${pins[0]?.id}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="relative h-full w-full overflow-hidden bg-sunk">
      <div
        ref={frame}
        {...useDrag(view, size, move, frame)}
        style={{ bottom: isPhone ? peekPx : 0 }}
        className="absolute inset-x-0 top-0 cursor-grab touch-none active:cursor-grabbing"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application by its role: it takes keys */}
        <div
          role="application"
          aria-roledescription="mapa"
          aria-label={`Mapa con ${pins.length} resultados. Flechas para moverlo, más y menos para acercarlo; después siguen los resultados, en una lista.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a map is moved by keys
          tabIndex={0}
          onKeyDown={(event) => {
            const next = viewAfter(event, view, size)
            if (next === undefined) return
            event.preventDefault()
            move(next, 'keys')
          }}
          className="absolute inset-0 -outline-offset-4"
        >
          {size.width === 0 ? null : <Ground view={view} size={size} marks={marksOf(clusters)} />}
        </div>
        {size.width === 0 ? null : (
          <PinMarks
            clusters={clusters}
            pointed={pointed}
            chosen={chosen}
            onPress={press}
            onPoint={setPointed}
          />
        )}
      </div>
      <div className="absolute top-3 right-3 flex flex-col items-end gap-2">
        <IconButton label="Cerrar el mapa" onClick={onClose} className={floating}>
          <X aria-hidden />
        </IconButton>
        <MapControls view={view} size={size} step={step} onView={move} />
      </div>
      <ZoneSearch
        follows={follows}
        onFollows={setFollows}
        isOffered={
          own === undefined
            ? results === undefined && search.bbox === undefined
            : !own.isSearched && (!follows || own.by === 'keys')
        }
        onSearch={() => searchIn(view, false)}
      />
      <PinCard pins={chosen} above={isPhone ? peekPx : 0} onClose={() => setChosen([])} />
      {isPhone && (results !== undefined || pins.length > 0) ? (
        <ResultSheet
          pins={pins}
          isSearching={results === undefined}
          total={total}
          more={more}
          height={sheet}
          room={size.height + peekPx}
          onHeight={(height) => {
            setSheet(height)
            setChosen([])
          }}
        />
      ) : null}
    </div>
  )
}

/** The view after a key; undefined for other keys. */
const viewAfter = (event: KeyboardEvent, view: View, size: Size): View | undefined => {
  if (event.target !== event.currentTarget) return undefined
  switch (event.key) {
    case 'ArrowUp':
      return moved(view, { x: 0, y: -step }, size)
    case 'ArrowDown':
      return moved(view, { x: 0, y: step }, size)
    case 'ArrowLeft':
      return moved(view, { x: -step, y: 0 }, size)
    case 'ArrowRight':
      return moved(view, { x: step, y: 0 }, size)
    case '+':
      return zoomed(view, 1, middle(size), size)
    case '-':
      return zoomed(view, -1, middle(size), size)
    default:
      return undefined
  }
}

/** The pins of the results; while the list follows the map, the previous pins stay until the next ones have loaded. */
const usePins = (results: MapShown['results'], search: SearchState, stay: boolean): readonly Pin[] => {
  const found = pinsOf(results, wantedOf(search))
  const [before, setBefore] = useState<readonly Pin[]>([])
  const ids = found.map(({ id }) => id).join(' ')
  const came = results !== undefined
  useEffect(() => {
    if (came) setBefore(found)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same results are other objects at each drawing
  }, [ids, came])
  return came || !stay ? found : before
}

/** The initial view, before the visitor moves the map. */
const firstView = (search: SearchState, pins: readonly Pin[], size: Size): View => {
  if (size.width === 0) return defaultView
  if (search.bbox !== undefined) return viewOfBox(boxFrom(search.bbox), size, 1)
  if (pins.length === 0 && search.lat !== undefined)
    return { latitude: Number(search.lat), longitude: Number(search.lng), zoom: 12 }
  const whole = pins.filter((pin) => pin.whole)
  return viewOf(whole.length > 0 ? whole : pins, size)
}
