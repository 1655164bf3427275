import { Link } from '@tanstack/react-router'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { weekdayNames } from '#contract/platform/day-names.ts'
import { deadShare, isDead, type Occupancy, type OccupancyCell } from '#contract/booking/agenda/occupancy.ts'
import { hoursBetween, WeekGrid } from '#web/ui/week-grid.tsx'
import { percentText, shareOf, together } from '#web/parts/dashboard/week-figures.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Occupancy by hour of the week, coloured and in figures; hours that rarely sell have a ring. */
export const OccupancyFigure = ({ occupancy }: { occupancy: Occupancy }) => {
  const [chosen, choose] = useState(0)
  const { spaces } = occupancy
  const own = spaces.filter(({ spaceId }) => chosen === 0 || spaceId === chosen)
  const cells = together(own).filter(({ openMinutes }) => openMinutes > 0)
  const all = shareOf(cells)
  if (all === null)
    return (
      <EmptyState
        icon={<CalendarRange />}
        title="Todavía no hay horas que contar"
        text="Se cuentan las horas abiertas de las últimas cuatro semanas hasta ayer: desde mañana ves aquí cuáles se llenan."
        action={
          <Link {...paths.hostAvailability()} className={buttonClass({ tone: 'secondary' })}>
            Ver mis horarios
          </Link>
        }
      />
    )
  const fullest = cells.toSorted((a, b) => shareOfCell(b) - shareOfCell(a))[0]
  const most = fullest === undefined ? 1 : Math.max(0.01, shareOfCell(fullest))
  const dead = cells.filter(isDead).length
  // Rings around almost every cell would highlight nothing.
  const rings = dead * 2 <= cells.length
  const at = new Map(cells.map((cell) => [cell.weekday * 24 + cell.hour, cell]))
  return (
    <>
      {spaces.length > 1 ? (
        <Field label="Espacio" hideLabel>
          {(control) => (
            <Select {...control} value={chosen} onChange={(event) => choose(Number(event.target.value))}>
              <option value={0}>Todos tus espacios</option>
              {spaces.map(({ spaceId, name }) => (
                <option key={spaceId} value={spaceId}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <p>
        <span className="figures font-display text-3xl font-semibold">{percentText(all)}</span>{' '}
        <span className="text-muted">
          de lo abierto se reservó
          {fullest === undefined || shareOfCell(fullest) === 0
            ? '.'
            : `. Tu hora más llena: ${hourName(fullest)} (${percentText(shareOfCell(fullest))}).`}
        </span>
      </p>
      <div className="-mx-2 sm:mx-0">
        <WeekGrid
          caption="Ocupación de cada hora de la semana, en por ciento"
          tone="barro"
          hours={hoursBetween(cells.map(({ hour }) => hour))}
          cellAt={(weekday, hour) => {
            const cell = at.get(weekday * 24 + hour)
            if (cell === undefined) return null
            const share = shareOfCell(cell)
            return {
              share: share / most,
              text: String(Math.round(share * 100)),
              said: `${hourName(cell)}: ${percentText(share)}, ${durationText(cell.bookedMinutes)} de ${durationText(cell.openMinutes)}`,
              marked: rings && isDead(cell),
            }
          }}
        />
      </div>
      {dead === 0 ? null : (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted">
            {rings ? (
              <span
                aria-hidden
                className="mr-1.5 inline-block size-3 rounded-xs align-[-1px] outline-2 -outline-offset-2 outline-maiz"
              />
            ) : null}
            {dead === 1 ? 'Una hora' : `${dead} horas`} de la semana con menos de {percentText(deadShare)}{' '}
            reservado, de {cells.length} que abres.
          </p>
          <div className="flex flex-wrap gap-2">
            <Link
              {...paths.spacePricingRules()}
              className={buttonClass({ tone: 'secondary', size: 'small' })}
            >
              Bajar su precio
            </Link>
            <Link
              {...paths.searchProfessionals()}
              className={buttonClass({ tone: 'secondary', size: 'small' })}
            >
              Buscar quién las llene
            </Link>
          </div>
        </div>
      )}
    </>
  )
}

const shareOfCell = ({ openMinutes, bookedMinutes }: OccupancyCell) =>
  openMinutes === 0 ? 0 : bookedMinutes / openMinutes

const hourName = ({ weekday, hour }: Pick<OccupancyCell, 'weekday' | 'hour'>) =>
  `${weekdayNames[weekday - 1] ?? ''} a las ${hour}`
