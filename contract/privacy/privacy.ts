import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, Uuid } from '#contract/platform/shapes.ts'

/** Why an account cannot be deleted yet, as its owner reads it. */
export const deletionReasons = {
  administrator: 'Tu cuenta administra Kalli. Pide a tu equipo que le quite ese permiso.',
  visits_to_come: 'Tienes reservas por venir. Cancélalas o espera a que pasen.',
  visits_to_close: 'Tienes visitas recientes que todavía se pueden aclarar. Se cierran solas en unos días.',
  money_on_its_way: 'Tienes dinero en camino: un pago, una devolución o una transferencia por terminar.',
  money_owed: 'Tu cuenta tiene un saldo por saldar.',
} as const
export const DeletionReason = z.enum([
  'administrator',
  'visits_to_come',
  'visits_to_close',
  'money_on_its_way',
  'money_owed',
])
export type DeletionReason = z.output<typeof DeletionReason>

export const deletion = endpoint({
  method: 'GET',
  path: '/api/account/deletion',
  summary: 'Get what prevents deleting the account',
  access: 'account',
  reply: z.object({
    reasons: z.array(z.object({ reason: DeletionReason, text: z.string(), count: z.int() })),
  }),
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/deletion',
  summary: 'Delete the account; records required by law stay without a name',
  access: 'account',
  body: z.object({ confirm: z.literal('BORRAR') }),
  reply: Done,
  refusals: ['confirm_identity', 'account_in_use'],
})

export const DataCopy = z.object({
  id: Uuid,
  requestedAt: Instant,
  readyAt: z.nullable(Instant),
  expiresAt: Instant,
})
export type DataCopy = z.output<typeof DataCopy>

export const dataCopies = endpoint({
  method: 'GET',
  path: '/api/account/data-copies',
  summary: 'List copies of own data, newest first',
  access: 'account',
  reply: z.array(DataCopy),
})

export const askDataCopy = endpoint({
  method: 'POST',
  path: '/api/account/data-copies',
  summary: 'Request a copy of own data; an email says when it is ready',
  access: 'account',
  status: 202,
  reply: DataCopy,
  refusals: ['confirm_identity', 'too_many_copies'],
})

export const openDataCopy = endpoint({
  method: 'POST',
  path: '/api/account/data-copies/:id/open',
  summary: 'Confirm the identity before downloading …/kalli.json or …/kalli.html',
  access: 'account',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['confirm_identity', 'not_found'],
})
