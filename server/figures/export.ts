/** `GET /api/host/tables/<figure>?from=&to=`: a host's figure as a table for their spreadsheet. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { bookingStatuses } from '#contract/booking-status.ts'
import { figureTables, taskKinds } from '#contract/figures.ts'
import { weekdayNames } from '#contract/price-words.ts'
import { LocalDate } from '#contract/shapes.ts'
import { identify } from '#server/account/session.ts'
import { occupancy } from '#server/booking/occupancy.ts'
import { unmetDemand } from '#server/figures/demand.ts'
import { incomeLines } from '#server/figures/figures.ts'
import { csvOf, type Cell } from '#server/figures/table.ts'
import { tasks } from '#server/figures/task.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type House, type Work, workFor } from '#server/platform/work.ts'

const Table = z.enum(['today', 'income', 'occupancy', 'demand', 'tasks'])
type Table = z.output<typeof Table>
const Between = z.object({ from: LocalDate, to: LocalDate })
type Between = z.output<typeof Between>

export const mountTables = (app: FastifyInstance, house: House) => {
  app.get<{ Params: { table: string } }>('/api/host/tables/:table', async (request, reply) => {
    const who = await identify(house.database, request, house.clock())
    if (who.accountId === null) refuse('not_signed_in')
    if (who.mustSetSecondFactor) refuse('second_factor_missing')
    if (!who.roles.includes('host')) refuse('forbidden')
    const table = z.safeParse(Table, request.params.table)
    if (!table.success) return refuse('not_found')
    const between = z.safeParse(Between, request.query)
    if (!between.success) return refuse('invalid_input')
    const text = await tableOf(workFor(house, who), table.data, between.data)
    const name = `kalli-${figureTables[table.data]}-${between.data.from}-${between.data.to}.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(text)
  })
}

const tableOf = async (work: Work, table: Table, between: Between): Promise<string> => {
  if (table === 'occupancy') return occupancyTable(work, between)
  if (table === 'demand') return demandTable(work, between)
  if (table === 'tasks') return taskTable(work)
  return bookingTable(work, between)
}

const statusNames: ReadonlyMap<string, string> = new Map(Object.entries(bookingStatuses))

const bookingTable = async (work: Work, between: Between) =>
  csvOf(
    [
      'Fecha',
      'Inicio',
      'Fin',
      'Espacio',
      'Unidad',
      'Profesional',
      'Estado',
      'Minutos',
      'Renta',
      'Comisión con IVA',
      'Retenciones',
      'Compensación',
      'Neto',
      'Situación',
    ],
    (await incomeLines(work, between)).map((line): Cell[] => [
      line.date,
      line.start,
      line.end,
      line.spaceName,
      line.unitName,
      line.professional,
      statusNames.get(line.status) ?? line.status,
      line.minutes,
      { cents: line.amounts.rentCents },
      { cents: line.amounts.commissionCents },
      { cents: line.amounts.withheldCents },
      { cents: line.amounts.compensationCents },
      { cents: line.amounts.netCents },
      line.isSettled ? 'Liquidado' : 'Por liquidar',
    ]),
  )

const occupancyTable = async (work: Work, between: Between) => {
  const { spaces } = await occupancy(work, between)
  return csvOf(
    ['Espacio', 'Día', 'Hora', 'Minutos abiertos', 'Minutos reservados', 'Ocupación %'],
    spaces.flatMap(({ name, cells }) =>
      cells.map(({ weekday, hour, openMinutes, bookedMinutes }): Cell[] => [
        name,
        weekdayNames[weekday - 1] ?? '',
        clock(hour),
        openMinutes,
        bookedMinutes,
        openMinutes === 0 ? null : Math.round((bookedMinutes / openMinutes) * 100),
      ]),
    ),
  )
}

const demandTable = async (work: Work, between: Between) =>
  csvOf(
    ['Se buscó', 'Categoría', 'Zona', 'Día', 'Hora', 'Búsquedas', 'Tu espacio sirve'],
    (await unmetDemand(work, between)).cells.map((cell): Cell[] => [
      cell.sought === 'spaces' ? 'Espacio' : 'Servicio',
      cell.label,
      cell.zone,
      cell.weekday === null ? 'Cualquiera' : (weekdayNames[cell.weekday - 1] ?? ''),
      cell.hour === null ? 'Cualquiera' : clock(cell.hour),
      cell.searches,
      cell.fits ? 'Sí' : 'No',
    ]),
  )

const taskTable = async (work: Work) =>
  csvOf(
    ['Pendiente', 'De qué se trata', 'Vence'],
    (await tasks(work)).map(({ kind, text, deadline }): Cell[] => [
      taskKinds[kind],
      text,
      deadline === null ? null : minuteOf(deadline),
    ]),
  )

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** "2026-11-22 18:30", as most of the country's clocks say. */
const minuteOf = (instant: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
