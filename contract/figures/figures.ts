/**
 * The host's figures: income, pending tasks, and searches without a result. Occupancy is in timeline.ts, the day in booking.ts. Every
 * figure shows its source, and is available as a table.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate } from '#contract/platform/shapes.ts'

/** Maximum number of days of income per request. */
export const incomeDays = 92
const Between = z.object({ from: LocalDate, to: LocalDate })

/** For rents: rent − commission − withheld − compensation = net. Centavos. */
export const IncomeAmounts = z.object({
  rentCents: z.int(),
  commissionCents: z.int(),
  withheldCents: z.int(),
  /** Compensation paid by the host for bookings that they cancelled. */
  compensationCents: z.int(),
  netCents: z.int(),
})
export type IncomeAmounts = z.output<typeof IncomeAmounts>

export const Income = z.object({
  from: LocalDate,
  to: LocalDate,
  /** Posted in the ledger. */
  settled: IncomeAmounts,
  /** Booked, to be settled after the visit. */
  expected: IncomeAmounts,
  bookings: z.int(),
  bookedMinutes: z.int(),
  /** Net amounts by local date of the place; every date of the range. */
  days: z.array(z.object({ date: LocalDate, settledCents: z.int(), expectedCents: z.int() })),
  spaces: z.array(
    z.object({
      spaceId: Id,
      name: z.string(),
      bookings: z.int(),
      bookedMinutes: z.int(),
      settledCents: z.int(),
      expectedCents: z.int(),
    }),
  ),
  /** Where all settled money of all time is now. */
  payouts: z.object({
    accruedCents: z.int(),
    /** Due, but waiting for an account that can receive it. */
    forAccountCents: z.int(),
    inProcessCents: z.int(),
    withheldCents: z.int(),
    /** Of that, amounts under review by a client's bank. */
    disputedCents: z.int(),
    /** Transferred for visits of these dates. */
    paidCents: z.int(),
    /** Paid by hand at the desk for rents of these dates, less refunds. */
    inHandCents: z.int(),
    /** Kalli's commission on such rents, and other debts, deducted from the next payouts. */
    owedCents: z.int(),
  }),
})
export type Income = z.output<typeof Income>

export const income = endpoint({
  method: 'GET',
  path: '/api/host/figures/income',
  summary: 'Get the income of own spaces between two dates of use, from the ledger; booked income separately',
  access: 'host',
  query: Between,
  reply: Income,
  refusals: ['invalid_input'],
})

// --- Tasks ---

export const taskKinds = {
  application: 'Postulación por responder',
  question: 'Pregunta por responder',
  renewal: 'Renovación por responder',
  expiring: 'Convenio por vencer',
  paper: 'Documento del espacio',
  listing: 'Anuncio por terminar',
  rent_change: 'Otra hora de una renta',
  visit_request: 'Cita por aceptar',
  visit_change: 'Otra hora de una cita',
  problem: 'Problema por responder',
  chair: 'Unidad por elegir',
  payout: 'Cuenta de cobro',
} as const
export type TaskKind = keyof typeof taskKinds

export const Task = z.object({
  kind: z.enum([
    'application',
    'question',
    'renewal',
    'expiring',
    'paper',
    'listing',
    'rent_change',
    'visit_request',
    'visit_change',
    'problem',
    'chair',
    'payout',
  ]),
  /** Id of the subject; for an invitation its uuid. */
  id: z.string(),
  spaceId: z.nullable(Id),
  text: z.string(),
  /** Null: no deadline. */
  deadline: z.nullable(Instant),
  /** The day of its entry in the timeline, if there is one. */
  date: z.nullable(LocalDate),
})
export type Task = z.output<typeof Task>

export const tasks = endpoint({
  method: 'GET',
  path: '/api/host/tasks',
  summary: "List the host's tasks, earliest deadline first",
  access: 'host',
  reply: z.array(Task),
})

// --- Unmet demand ---

export const UnmetDemand = z.object({
  from: LocalDate,
  to: LocalDate,
  /** Areas of the host's spaces. */
  zones: z.array(z.string()),
  searches: z.int(),
  cells: z.array(
    z.object({
      sought: z.enum(['professionals', 'spaces']),
      /** A category or a type of space; empty if none was given. */
      category: z.string(),
      label: z.string(),
      zone: z.string(),
      weekday: z.nullable(z.int()),
      hour: z.nullable(z.int()),
      searches: z.int(),
      /** One of the host's spaces fits. */
      fits: z.boolean(),
    }),
  ),
})
export type UnmetDemand = z.output<typeof UnmetDemand>

export const unmetDemand = endpoint({
  method: 'GET',
  path: '/api/host/figures/demand',
  summary: 'Get searches without a result around own spaces, by category, zone and hour, without persons',
  access: 'host',
  query: Between,
  reply: UnmetDemand,
  refusals: ['invalid_input'],
})

// --- As tables ---

/** Figures available as CSV, with their file names. */
export const figureTables = {
  today: 'reservas',
  income: 'ingresos',
  occupancy: 'ocupacion',
  demand: 'demanda-no-atendida',
  tasks: 'pendientes',
} as const
export type FigureTable = keyof typeof figureTables

/** Address of a figure's table; a file, so no endpoint. */
export const tableAddress = (table: FigureTable, between: { from: string; to: string }) =>
  `/api/host/tables/${table}?from=${between.from}&to=${between.to}`

/** Source of the seven-day figures, which have no table. */
export const nextDaysWhence =
  'Minutos rentados entre minutos abiertos de todas tus unidades, desde mañana. Cuentan las reservas confirmadas; lo que espera respuesta, no.'

/** Source of each figure, as text for its reader. */
export const whence: Readonly<Record<FigureTable, string>> = {
  today:
    'De tus reservas de hoy, por el reloj de cada espacio. Cuentan las confirmadas, en curso y terminadas. «Ganas» suma la renta de cada una menos comisión y retenciones.',
  income:
    'De tu libro de cuentas en Kalli, según el día en que se usó el espacio. «Liquidado» es lo que ya se repartió después de la visita; «por liquidar», lo reservado que todavía no. Renta − comisión − retenciones = neto, centavo por centavo.',
  occupancy:
    'Minutos reservados entre minutos abiertos de todas tus unidades activas, hora por hora, en las últimas cuatro semanas hasta ayer. Un bloqueo o un cierre no cuenta como reservado.',
  demand:
    'De búsquedas sin ningún resultado en los municipios donde están tus espacios. Guardamos qué se buscó, dónde y para qué hora; nunca quién buscó ni sus palabras. La misma persona cuenta una vez al día.',
  tasks:
    'De las citas que esperan tu respuesta, tus postulaciones, invitaciones, convenios, documentos, anuncios y problemas que esperan algo de ti. Lo que vence primero va arriba.',
}
