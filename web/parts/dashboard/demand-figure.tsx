import { SearchX } from 'lucide-react'
import { useState } from 'react'
import type { UnmetDemand } from '#contract/figures/figures.ts'
import { weekdayNames } from '#contract/platform/day-names.ts'
import { hoursBetween, WeekGrid } from '#web/ui/week-grid.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

type Cell = UnmetDemand['cells'][number]

/** Searches in the area without results: what was searched most, where, and for which hours. */
export const DemandFigure = ({ demand }: { demand: UnmetDemand }) => {
  const [chosen, choose] = useState('')
  if (demand.cells.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="Nadie se quedó sin resultados"
        text={
          demand.zones.length === 0
            ? 'Cuando publiques un espacio, aquí verás qué se busca en su zona y no se encuentra.'
            : `Ninguna búsqueda en ${listed(demand.zones)} terminó sin resultados en estas fechas.`
        }
      />
    )
  const sought = soughtIn(demand.cells)
  const most = sought[0]?.searches ?? 1
  const shown = demand.cells.filter((cell) => chosen === '' || keyOf(cell) === chosen)
  const timed = shown.flatMap(({ weekday, hour, searches }) =>
    weekday === null || hour === null ? [] : [{ weekday, hour, searches }],
  )
  const without = sumOf(shown) - sumOf(timed)
  const at = new Map<number, number>()
  for (const { weekday, hour, searches } of timed)
    at.set(weekday * 24 + hour, (at.get(weekday * 24 + hour) ?? 0) + searches)
  const top = Math.max(1, ...at.values())
  return (
    <>
      <p>
        <span className="figures font-display text-3xl font-semibold">{demand.searches}</span>{' '}
        <span className="text-muted">
          {demand.searches === 1 ? 'búsqueda' : 'búsquedas'} sin resultado en {listed(demand.zones)}
        </span>
      </p>
      <ol aria-label="Lo más buscado sin encontrar" className="flex flex-col gap-3">
        {sought.slice(0, 6).map(({ key, label, zone, searches, fits }) => (
          <li key={key + zone} className="flex flex-col gap-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-[0.9375rem]">
              <span className="min-w-0">
                <span className="font-semibold">{label}</span> <span className="text-muted">· {zone}</span>
              </span>
              <span className="figures font-semibold">{searches}</span>
            </div>
            <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunk">
              <div
                className="h-full rounded-full bg-jacaranda/70"
                style={{ width: `${(searches / most) * 100}%` }}
              />
            </div>
            {fits ? (
              <Badge tone="agave" className="self-start">
                Tu espacio sirve para esto
              </Badge>
            ) : null}
          </li>
        ))}
      </ol>
      <Field label="Horas en que se buscó">
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">Todo lo buscado</option>
            {[...new Map(sought.map(({ key, label }) => [key, label]))].map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {timed.length === 0 ? (
        <p className="text-muted">Nadie pidió una hora en particular.</p>
      ) : (
        <div className="-mx-2 sm:mx-0">
          <WeekGrid
            caption="Búsquedas sin resultado por la hora que se quería"
            tone="jacaranda"
            hours={hoursBetween(timed.map(({ hour }) => hour))}
            cellAt={(weekday, hour) => {
              const searches = at.get(weekday * 24 + hour) ?? 0
              return {
                share: searches / top,
                text: searches === 0 ? '' : String(searches),
                said: `${weekdayNames[weekday - 1] ?? ''} a las ${hour}: ${searches}`,
              }
            }}
          />
        </div>
      )}
      {without > 0 && timed.length > 0 ? (
        <p className="text-sm text-muted">
          {without === 1 ? 'Otra búsqueda no pidió' : `Otras ${without} no pidieron`} una hora en particular.
        </p>
      ) : null}
    </>
  )
}

const keyOf = ({ sought, category }: Pick<Cell, 'sought' | 'category'>) => `${sought}:${category}`
const sumOf = (cells: readonly { searches: number }[]) =>
  cells.reduce((sum, { searches }) => sum + searches, 0)

type Sought = { key: string; label: string; zone: string; searches: number; fits: boolean }

/** Grouped by term and place, most frequent first. */
const soughtIn = (cells: readonly Cell[]): Sought[] =>
  [...Map.groupBy(cells, (cell) => `${keyOf(cell)} ${cell.zone}`).values()]
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const label = first.sought === 'spaces' ? `Espacio: ${first.label.toLowerCase()}` : first.label
      return [{ key: keyOf(first), label, zone: first.zone, searches: sumOf(group), fits: first.fits }]
    })
    .toSorted((a, b) => b.searches - a.searches)

/** "Cuauhtémoc y Benito Juárez" */
const listed = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} y ${names.at(-1) ?? ''}`
