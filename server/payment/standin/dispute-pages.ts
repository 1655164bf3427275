/** The stand-in's bank, operated by visitors trying Kalli out: a client disputes a charge, and the bank decides. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { ChargebackReason, chargebackReasons } from '#contract/payment/chargeback.ts'
import { formatCents } from '#contract/platform/money.ts'
import { decideDispute, disputesOf, openDispute, type DisputeJson } from '#server/payment/standin/disputes.ts'
import { failRefund } from '#server/payment/standin/bank.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'
import { type AppContext, ownWork, type Work } from '#server/platform/work.ts'

const path = '/dev/banco/contracargos'
const maxShown = 30

type Shown = {
  id: string
  last4: string
  left: number
  capturedCents: number
  refundedCents: number
  disputes: DisputeJson[]
}
type Page = (reply: FastifyReply, status: number, title: string, body: string) => unknown

const RequestParams = z.object({
  charge: z.string(),
  part: z.enum(['whole', 'half']),
  reason: ChargebackReason,
})

export const disputePages = (app: FastifyInstance, context: AppContext, page: Page): void => {
  app.get(path, async (_request, reply) =>
    page(reply, 200, 'Contracargos', (await chargesOf(ownWork(context))).map(chargeRow).join('')),
  )
  app.post<{ Body: string }>(path, async (request, reply) => {
    requireSameSite(request, { method: 'POST', path })
    const work = ownWork(context)
    const requested = z.safeParse(RequestParams, Object.fromEntries(new URLSearchParams(request.body)))
    const charge = requested.success
      ? (await chargesOf(work)).find(({ id }) => id === requested.data.charge)
      : undefined
    if (!requested.success || charge === undefined) return page(reply, 404, 'Banco de prueba', nothing)
    const { part, reason } = requested.data
    const amountCents = part === 'whole' ? charge.left : Math.floor(charge.left / 2)
    if ((await openDispute(work, { chargeRef: charge.id, amountCents, reason })) === null)
      return page(reply, 409, 'Banco de prueba', nothing)
    await deliverWebhooks(work, { objectId: charge.id })
    return reply.redirect(path, 303)
  })
  app.post<{ Params: { id: string } }>(`${path}/:id/regresar`, async (request, reply) => {
    requireSameSite(request, { method: 'POST', path })
    const work = ownWork(context)
    const charge = (await chargesOf(work)).find(({ id }) => id === request.params.id)
    if (charge === undefined || charge.refundedCents === 0)
      return page(reply, 409, 'Banco de prueba', nothing)
    await failRefund(work, charge.id, charge.refundedCents)
    await deliverWebhooks(work, { objectId: charge.id })
    return reply.redirect(path, 303)
  })
  for (const [verb, status] of [
    ['ganar', 'won'],
    ['perder', 'lost'],
  ] as const)
    app.post<{ Params: { id: string } }>(`${path}/:id/${verb}`, async (request, reply) => {
      requireSameSite(request, { method: 'POST', path })
      const work = ownWork(context)
      const charge = await decideDispute(work, request.params.id, status)
      if (charge === null) return page(reply, 409, 'Banco de prueba', nothing)
      await deliverWebhooks(work, { objectId: charge })
      return reply.redirect(path, 303)
    })
}

const nothing = '<p>De este cargo ya no hay nada que devolver.</p>'

const chargesOf = async (work: Work): Promise<Shown[]> => {
  const { rows } = await sql<Omit<Shown, 'left'>>`
    select id, card_last4 as last4, captured_cents as "capturedCents", refunded_cents as "refundedCents",
      ${disputesOf(sql.ref('charges.id'))} as disputes
    from standin.charges where status = 'captured' and kind = 'charge' order by created_at desc, id limit ${maxShown}`.execute(
    work.db,
  )
  return rows.map((row) => ({
    ...row,
    left: row.disputes.reduce(
      (left, { status, amountCents }) => (status === 'won' ? left : left - amountCents),
      row.capturedCents - row.refundedCents,
    ),
  }))
}

const chargeRow = ({ id, last4, capturedCents, refundedCents, left, disputes }: Shown) => `
  <section><p><strong>${formatCents(capturedCents)}</strong> · tarjeta ${escaped(last4)} · ${escaped(id)}</p>
  ${disputes.map(disputeRow).join('')}
  ${
    left < 2
      ? ''
      : `<form method="post" action="${path}"><input type="hidden" name="charge" value="${escaped(id)}">
  <select name="reason" aria-label="Motivo">${ChargebackReason.options.map((reason) => `<option value="${reason}">${chargebackReasons[reason]}</option>`).join('')}</select>
  <button name="part" value="whole">Desconocer ${formatCents(left)}</button> <button name="part" value="half">Solo la mitad</button></form>`
  }${
    refundedCents === 0
      ? ''
      : `<form method="post" action="${path}/${escaped(id)}/regresar"><button>El banco regresa la devolución de ${formatCents(refundedCents)}</button></form>`
  }</section>`

const states = { open: 'abierto', won: 'ganado por Kalli', lost: 'perdido por Kalli' } as const

const disputeRow = ({ ref, status, amountCents }: DisputeJson) => `
  <p>Contracargo de ${formatCents(amountCents)}: ${states[status]}</p>
  ${
    status === 'open'
      ? `<form method="post" action="${path}/${ref}/ganar"><button class="yes">Gana Kalli</button></form>
  <form method="post" action="${path}/${ref}/perder"><button>Pierde Kalli</button></form>`
      : ''
  }`
