import {
  ArrowDownWideNarrow,
  CalendarClock,
  LayoutGrid,
  List,
  LocateFixed,
  Map,
  MapPin,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { withoutPlace } from '#web/parts/search/chips.ts'
import { sortLabels } from '#web/parts/search/filter-groups.ts'
import { askPosition } from '#web/parts/search/near-me.ts'
import { filterCount, hasPlace, sorts, type SearchState } from '#web/parts/cards/search-state.ts'
import { toggleClass } from '#web/parts/search/search-bar.tsx'
import { whenOf } from '#web/parts/search/window.ts'
import { isAnyTime } from '#web/parts/time/when.ts'
import { classNames } from '#web/ui/class-names.ts'
import { toastError } from '#web/ui/toast.ts'

/** The panel open under the tools; one at a time. */
export type Panel = 'where' | 'when' | 'filters' | undefined

/** Place, time, filters, order, map and view: everything that is not a chip. */
export const ResultTools = ({
  search,
  found,
  panel,
  onPanel,
  onSearch,
  onLook,
}: {
  search: SearchState
  /** There are results to filter and to order. */
  found: boolean
  panel: Panel
  onPanel: (panel: Panel) => void
  onSearch: (search: SearchState) => void
  onLook: (search: SearchState) => void
}) => {
  const count = filterCount(search)
  // The choice itself is a chip above; the button only opens the panel.
  const hasTime = !isAnyTime(whenOf(search))
  const disclose = (name: Exclude<Panel, undefined>, icon: ReactNode, text: string, on = false) => (
    <button
      type="button"
      id={`abrir-${name}`}
      aria-expanded={panel === name}
      aria-controls={panel === name ? 'panel' : undefined}
      onClick={() => onPanel(panel === name ? undefined : name)}
      className={toolClass(on || panel === name)}
    >
      {icon}
      {text}
    </button>
  )
  /** Asks the browser for the position; only after a press. */
  const near = async (more: SearchState) => {
    const position = await askPosition()
    if (position === undefined)
      toastError('No pudimos saber dónde estás', 'Escribe tu colonia o ciudad en «Dónde».')
    else onSearch({ ...withoutPlace(search), ...position, radiusKm: '10', ...more })
  }

  return (
    <div className="mt-3 flex flex-wrap items-center gap-1.5 sm:mt-4 sm:gap-2">
      <button
        type="button"
        aria-pressed={search.lat !== undefined}
        onClick={() => (search.lat === undefined ? void near({}) : onSearch(withoutPlace(search)))}
        className={toolClass(search.lat !== undefined)}
      >
        <LocateFixed aria-hidden className="size-4.5" />
        Cerca de mí
      </button>
      {disclose('where', <MapPin aria-hidden className="size-4.5" />, 'Dónde')}
      {disclose('when', <CalendarClock aria-hidden className="size-4.5" />, 'Cuándo', hasTime)}
      {found
        ? disclose(
            'filters',
            <SlidersHorizontal aria-hidden className="size-4.5" />,
            `Filtros${count > 0 ? ` (${count})` : ''}`,
            count > 0,
          )
        : null}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {found ? <SortSelect search={search} onSearch={onSearch} onNear={near} /> : null}
        <MapToggle
          on={search.map === 'on'}
          // The button would cover the open panel.
          away={panel !== undefined}
          onChoose={(on) => onSearch({ ...search, map: on ? 'on' : undefined })}
        />
        {found ? (
          <ViewToggle
            list={search.view === 'list'}
            onChoose={(list) => onLook({ ...search, view: list ? 'list' : undefined })}
          />
        ) : null}
      </div>
    </div>
  )
}

const SortSelect = ({
  search,
  onSearch,
  onNear,
}: {
  search: SearchState
  onSearch: (search: SearchState) => void
  /** Ordering by distance needs a position first. */
  onNear: (more: SearchState) => Promise<void>
}) => (
  <label className="relative">
    <span className="sr-only">Ordenar por</span>
    <ArrowDownWideNarrow
      aria-hidden
      className="pointer-events-none absolute top-1/2 left-4 size-4.5 -translate-y-1/2"
    />
    <select
      value={search.sort ?? 'relevance'}
      onChange={({ target }) => {
        const sort = sorts.find((one) => one === target.value)
        if (sort === 'distance' && !hasPlace(search)) void onNear({ sort })
        else onSearch({ ...search, sort })
      }}
      className={classNames(toolClass(search.sort !== undefined), 'appearance-none pl-10 sm:pl-10')}
    >
      <option value="relevance">Relevancia</option>
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortLabels[sort]}
        </option>
      ))}
    </select>
  </label>
)

const MapToggle = ({
  on,
  away,
  onChoose,
}: {
  on: boolean
  away: boolean
  onChoose: (on: boolean) => void
}) => (
  <button
    type="button"
    data-bar="bottom"
    aria-pressed={on}
    onClick={() => onChoose(!on)}
    className={classNames(
      toolClass(on),
      // On a phone it is fixed within reach of the thumb.
      'max-sm:fixed max-sm:bottom-[calc(1rem+max(env(safe-area-inset-bottom),var(--tabs)))] max-sm:left-1/2 max-sm:z-20 max-sm:-translate-x-1/2 max-sm:border-ink max-sm:bg-ink max-sm:px-6 max-sm:text-plaster max-sm:shadow-high max-sm:hover:border-ink',
      away && 'max-sm:hidden',
    )}
  >
    <Map aria-hidden className="size-4.5" />
    Mapa
  </button>
)

const toolClass = (on: boolean) =>
  classNames(
    'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-2.5 sm:gap-2 sm:px-4 text-[0.9375rem] font-semibold whitespace-nowrap transition-colors',
    on
      ? 'border-jacaranda bg-jacaranda-soft text-jacaranda-deep'
      : 'border-edge/60 bg-surface text-ink hover:border-ink/70',
  )

const ViewToggle = ({ list, onChoose }: { list: boolean; onChoose: (list: boolean) => void }) => (
  <div
    role="group"
    aria-label="Cómo ver los resultados"
    className="hidden w-fit gap-1 rounded-md bg-sunk p-1 sm:flex"
  >
    <button type="button" aria-pressed={!list} onClick={() => onChoose(false)} className={toggleClass(!list)}>
      <LayoutGrid aria-hidden className="size-4.5" />
      <span className="max-lg:sr-only">Cuadrícula</span>
    </button>
    <button type="button" aria-pressed={list} onClick={() => onChoose(true)} className={toggleClass(list)}>
      <List aria-hidden className="size-4.5" />
      <span className="max-lg:sr-only">Lista</span>
    </button>
  </div>
)
