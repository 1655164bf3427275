/** `GET /api/<role>/tables/<figure>?from=&to=`: a host's or a professional's figure as a table for their spreadsheet. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { statusFor } from '#contract/booking/status.ts'
import { figureTables, taskKinds } from '#contract/figures/figures.ts'
import { ownTables, ownTaskKinds } from '#contract/figures/own-figures.ts'
import { weekdayNames } from '#contract/platform/day-names.ts'
import { LocalDate } from '#contract/platform/shapes.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { occupancy } from '#server/booking/agenda/occupancy.ts'
import { clientLines } from '#server/booking/client/client-rows.ts'
import { unmetDemand } from '#server/figures/demand.ts'
import { incomeLines } from '#server/figures/figures.ts'
import { visitLines } from '#server/figures/own-figures.ts'
import { ownTasks } from '#server/figures/own-task.ts'
import { csvOf, type Cell } from '#server/figures/table.ts'
import { tasks } from '#server/figures/task.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, type Work, workFor } from '#server/platform/work.ts'

const Table = z.enum(['today', 'income', 'occupancy', 'demand', 'tasks'])
type Table = z.output<typeof Table>
const OwnTable = z.enum(['visits', 'tasks'])
/** The client book has no dates. */
const book = 'clients'
const Between = z.object({ from: LocalDate, to: LocalDate })
type Between = z.output<typeof Between>

export const mountTables = (app: FastifyInstance, context: AppContext) => {
  mount(app, context, 'host', async (work, name, between) => {
    const table = z.safeParse(Table, name)
    if (!table.success) return refuse('not_found')
    return { text: await tableOf(work, table.data, between), name: figureTables[table.data] }
  })
  mount(app, context, 'professional', async (work, name, between) => {
    const table = z.safeParse(OwnTable, name)
    if (!table.success) return refuse('not_found')
    const text = table.data === 'visits' ? await visitTable(work, between) : await ownTaskTable(work)
    return { text, name: ownTables[table.data] }
  })
}

/** The tables of one role, each a separate file. */
const mount = (
  app: FastifyInstance,
  context: AppContext,
  role: 'host' | 'professional',
  made: (work: Work, table: string, between: Between) => Promise<{ text: string; name: string }>,
) => {
  app.get<{ Params: { table: string } }>(`/api/${role}/tables/:table`, async (request, reply) => {
    const who = await personOfFile(context, request, reply)
    if (!who.roles.includes(role)) refuse('forbidden')
    const work = workFor(context, who)
    const isBook = role === 'professional' && request.params.table === book
    const requested = z.safeParse(Between, request.query)
    const between = requested.success ? requested.data : isBook ? null : refuse('invalid_input')
    const { text, name } =
      isBook || between === null
        ? { text: await clientTable(work), name: 'clientes' }
        : await made(work, request.params.table, between)
    const dates = between === null ? '' : `-${between.from}-${between.to}`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="kalli-${name}${dates}.csv"`)
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

/** The statuses as the reader of the table reads them on the screens. */
const namesFor = (party: 'host' | 'professional'): ReadonlyMap<string, string> =>
  new Map(BookingStatus.options.map((status) => [status, statusFor(status, party)]))
const hostNames = namesFor('host')
const ownNames = namesFor('professional')

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
      hostNames.get(line.status) ?? line.status,
      line.minutes,
      { cents: line.amounts.rentCents },
      { cents: line.amounts.commissionCents },
      { cents: line.amounts.withheldCents },
      { cents: line.amounts.compensationCents },
      { cents: line.amounts.netCents },
      line.isSettled ? 'Liquidado' : 'Por liquidar',
    ]),
  )

const visitTable = async (work: Work, between: Between) =>
  csvOf(
    [
      'Fecha',
      'Inicio',
      'Fin',
      'Servicio',
      'Cliente',
      'Lugar',
      'Estado',
      'Minutos',
      'Ya había venido',
      'Servicio $',
      'Renta',
      'Comisión con IVA',
      'Retenciones',
      'Meses sin intereses',
      'Compensación',
      'Propina',
      'Neto',
      'Situación',
      'Factura a RFC',
      'Razón social',
      'Régimen',
      'Uso CFDI',
      'C. P.',
      'Enviar factura a',
      // Last, so that the earlier columns keep their place.
      'Pagado en el lugar (sin Kalli)',
    ],
    (await visitLines(work, between)).map((line): Cell[] => [
      line.date,
      line.start,
      line.end,
      line.service,
      line.client,
      line.place,
      ownNames.get(line.status) ?? line.status,
      line.minutes,
      line.hadCome ? 'Sí' : 'No',
      { cents: line.amounts.serviceCents },
      { cents: line.amounts.rentCents },
      { cents: line.amounts.commissionCents },
      { cents: line.amounts.withheldCents },
      { cents: line.amounts.monthsCents },
      { cents: line.amounts.compensationCents },
      { cents: line.amounts.tipCents },
      { cents: line.amounts.netCents },
      line.isSettled ? 'Liquidado' : 'Por liquidar',
      ...(['rfc', 'legalName', 'regime', 'use', 'postalCode', 'email'] as const).map(
        (field) => line.invoice?.[field] ?? null,
      ),
      { cents: line.amounts.inPlaceCents },
    ]),
  )

/** With headers that an import reads. */
const clientTable = async (work: Work) =>
  csvOf(
    [
      'Nombre',
      'Apellidos',
      'Teléfono',
      'Correo',
      'Cumpleaños',
      'Origen',
      'Etiquetas',
      'Notas',
      'Visitas',
      'Última visita',
      'Pagado',
      'Inasistencias',
    ],
    (await clientLines(work)).map((line): Cell[] => [
      line.firstName,
      line.lastName,
      line.phone,
      line.email,
      line.birthday === null ? null : dateOf(line.birthday),
      line.foundBy,
      line.tags.join(', '),
      line.note,
      line.visits,
      line.lastAt === null || line.lastZone === null
        ? null
        : minuteOf(line.lastAt.toISOString(), line.lastZone),
      { cents: line.spentCents },
      line.noShows,
    ]),
  )

/** "1990-03-08", or "--03-08" without a year. */
const dateOf = ({ year, month, day }: { year: number | null; month: number; day: number }) =>
  [year ?? '-', String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

const ownTaskTable = async (work: Work) =>
  waitingTable((await ownTasks(work)).map((task) => ({ ...task, name: ownTaskKinds[task.kind] })))

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
  waitingTable((await tasks(work)).map((task) => ({ ...task, name: taskKinds[task.kind] })))

type Waiting = { name: string; text: string; deadline: string | null; zone: string }

const waitingTable = (waiting: readonly Waiting[]) =>
  csvOf(
    ['Pendiente', 'De qué se trata', 'Vence'],
    waiting.map(({ name, text, deadline, zone }): Cell[] => [
      name,
      text,
      deadline === null ? null : minuteOf(deadline, zone),
    ]),
  )

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** "2026-11-22 18:30", in that zone. */
const minuteOf = (instant: string, zone: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
