/**
 * A professional's figures: income after commission, rent and withholding, utilization of their hours, returning clients, and pending
 * tasks; reliability is in reliability.ts. Every figure shows its source, and is available as a table.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LocalDate } from '#contract/platform/shapes.ts'

const Between = z.object({ from: LocalDate, to: LocalDate })

/** For visits: service − rent − commission − withheld − months − compensation + tips = net. Centavos. */
export const OwnAmounts = z.object({
  serviceCents: z.int(),
  rentCents: z.int(),
  commissionCents: z.int(),
  withheldCents: z.int(),
  /** Cost of installments without interest (contract/payment/installments.ts). */
  monthsCents: z.int(),
  /** Compensation for visits that the professional cancelled or missed. */
  compensationCents: z.int(),
  /** Tips; without commission. */
  tipCents: z.int(),
  netCents: z.int(),
  /** In addition: paid to the professional at the place, without Kalli. */
  inPlaceCents: z.int(),
})
export type OwnAmounts = z.output<typeof OwnAmounts>

export const OwnFigures = z.object({
  from: LocalDate,
  to: LocalDate,
  settled: OwnAmounts,
  expected: OwnAmounts,
  /** Net amounts by local date of the place; every date of the range. */
  days: z.array(z.object({ date: LocalDate, settledCents: z.int(), expectedCents: z.int() })),
  visits: z.int(),
  bookedMinutes: z.int(),
  /** Minutes of the professional's own hours on these dates. */
  openMinutes: z.int(),
  /** Distinct clients who came, and how many of them had come before. */
  clients: z.object({ came: z.int(), returned: z.int() }),
  /** Conversion: views of the page, bookings on these dates, and how many of these by returning clients. */
  funnel: z.object({ views: z.int(), booked: z.int(), returning: z.int() }),
  payouts: z.object({
    accruedCents: z.int(),
    releasableCents: z.int(),
    /** Due, but waiting for an account that can receive it. */
    forAccountCents: z.int(),
    inProcessCents: z.int(),
    withheldCents: z.int(),
    /** Of that, amounts under review by a client's bank. */
    disputedCents: z.int(),
    /** Transferred for visits of these dates. */
    paidCents: z.int(),
    /** Owed after a payout (chargeback, dispute, partial payment): deducted from the next payouts. */
    owedCents: z.int(),
  }),
})
export type OwnFigures = z.output<typeof OwnFigures>

export const ownFigures = endpoint({
  method: 'GET',
  path: '/api/professional/figures',
  summary: 'Get own income between two dates from the ledger, and the use of own hours; at most 92 days',
  access: 'professional',
  query: Between,
  reply: OwnFigures,
  refusals: ['no_profile', 'invalid_input'],
})

export const ownTaskKinds = {
  request: 'Cita por responder',
  change: 'Otra hora por responder',
  rescue: 'Otro lugar por responder',
  absence: 'Dicen que no llegaste',
  dispute: 'Problema por responder',
  overtime: 'Tiempo extra por revisar',
  hand_over: 'Horas por recibir',
  rest: 'Saldo por cobrar',
  invitation: 'Invitación por responder',
  application: 'Postulación por responder',
  expiring: 'Convenio por vencer',
  paper: 'Documento',
  service: 'Servicios',
  hours: 'Horario',
  space: 'Dónde atiendes',
  publish: 'Tu perfil',
  level: 'Tu insignia',
  photo: 'Tu foto',
  bank: 'Tu cuenta',
} as const
export type OwnTaskKind = keyof typeof ownTaskKinds

/** What a new profile still lacks, by priority: what prevents bookings, then what builds trust, then what pays. */
export const setupKinds = ['service', 'hours', 'space', 'publish', 'level', 'photo', 'bank'] as const

export const OwnTask = z.object({
  kind: z.enum([
    'request',
    'change',
    'rescue',
    'absence',
    'dispute',
    'overtime',
    'hand_over',
    'rest',
    'invitation',
    'application',
    'expiring',
    'paper',
    ...setupKinds,
  ]),
  id: z.string(),
  text: z.string(),
  /** Null: no deadline. */
  deadline: z.nullable(Instant),
})
export type OwnTask = z.output<typeof OwnTask>

export const ownTasks = endpoint({
  method: 'GET',
  path: '/api/professional/tasks',
  summary: "List the professional's tasks, earliest deadline first, then what the profile lacks",
  access: 'professional',
  reply: z.array(OwnTask),
})

/** Figures available as CSV, with their file names. */
export const ownTables = { visits: 'citas', tasks: 'pendientes' } as const
export type OwnTable = keyof typeof ownTables

/** Address of a figure's table; a file, so no endpoint. */
export const ownTableAddress = (table: OwnTable, between: { from: string; to: string }) =>
  `/api/professional/tables/${table}?from=${between.from}&to=${between.to}`

/** Source of each figure, as text for its reader. */
export const ownWhence = {
  income:
    'De tu libro de cuentas en Kalli, según el día de la cita. «Liquidado» es lo que ya se repartió después de la cita; «por liquidar», lo reservado que todavía no. Servicio − renta − comisión − retenciones = neto, centavo por centavo. Lo que rentas sin cliente se paga aparte y no se resta aquí.',
  money:
    'De tus depósitos. «En espera» es de citas ya dadas cuyo plazo de liberación corre (se cuenta desde que termina la cita, no desde que te pagan); «liberado», lo que ya cumplió su plazo y sale en el próximo depósito; «espera tu cuenta de cobro», lo que ya podría salir y no tiene a dónde llegar; «en camino», lo que ya va a tu banco; «retenido», solo lo que está en una aclaración o lo que revisa el banco de quien pagó.',
  hours:
    'Minutos de tus citas entre los minutos de tu horario en estas fechas, con tus días cerrados ya descontados. Los bloqueos no se descuentan.',
  clients:
    'Personas distintas a las que atendiste en estas fechas, y cuántas de ellas ya habían venido contigo antes.',
  funnel:
    'Vistas: cuántas veces se abrió tu página en estas fechas, sin contar las tuyas; cada visita a Kalli cuenta una vez. Reservas: las citas que se apartaron y pagaron o solicitaron en estas fechas, sean para cuando sean. Regresos: las de quienes ya habían venido contigo.',
  tasks:
    'De tus citas, solicitudes, invitaciones, postulaciones, convenios y documentos que esperan algo de ti, de los saldos que faltan por cobrar, y de lo que le falta a tu perfil. Lo que vence primero va arriba; sin fecha, lo que más te acerca a tu siguiente cliente.',
} as const
