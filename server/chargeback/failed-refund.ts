/**
 * Refunds that banks returned after accepting them (payment/failed-refund.ts): the payer and the operator are notified each time, and a
 * client whose bank refused twice gets the money as credit. Staff decides about the rest.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type decideFailedRefund,
  FailedRefundState,
  type unsettledMoney,
} from '#contract/payment/failed-refund.ts'
import { formatCents } from '#contract/platform/money.ts'
import { PaymentMethod } from '#contract/payment/payment.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { type Payer, payersOf } from '#server/chargeback/payer.ts'
import { creditInstead, failedRefund, retryRefund } from '#server/payment/charge/failed-refund.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { mailLayout, sendMailIfTaken } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Payload } from '#server/platform/events.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Gives credit if the bank refused twice, else retries at the processor, and emails the client and the operator. */
export const followFailedRefund = async (
  work: Work,
  { failedRefundId: id }: Payload<'payment.refund_failed'>,
) => {
  const failed = await failedRefund(work, id)
  if (failed === undefined) return
  const payer = (await payersOf(work, [failed.payment_id])).get(failed.payment_id)
  const clientId = payer?.clientId ?? null
  if (failed.state === 'waiting' && clientId !== null)
    await creditInstead(work, {
      failedRefundId: id,
      clientId,
      accountId: null,
      reason: 'El banco la regresó dos veces.',
    })
  if (failed.state === 'retrying') await execute(work, failed.payment_id)
  const now = (await failedRefund(work, id)) ?? failed
  if (payer !== undefined) await mailPayer(work, now, payer)
  await mailOperator(work, now)
}

type Failed = NonNullable<Awaited<ReturnType<typeof failedRefund>>>

/** The state of the money and the next step, in words for the payer. */
const wordsFor = ({ state, amount_cents, method }: Failed) => {
  const amount = formatCents(amount_cents)
  const came = `Enviamos ${amount} ${method === 'card' ? 'a tu tarjeta' : 'a la cuenta de la que salieron'} y tu banco los regresó.`
  switch (z.parse(FailedRefundState, state)) {
    case 'retrying':
      return {
        subject: `Tu devolución de ${amount} no llegó: va otra vez`,
        lines: [
          `${came} Ya los enviamos otra vez.`,
          'Si tu banco los vuelve a regresar, te escribimos y los recibes de otra forma. No tienes que hacer nada.',
        ],
      }
    case 'credited':
      return {
        subject: `Tu devolución de ${amount} está en tu saldo`,
        lines: [
          `${came} Ya eran dos veces, así que los pusimos en tu saldo a favor: pagan tu próxima cita y no vencen.`,
          'Tu saldo está en «Paquetes y saldo». Si prefieres recibirlos en una cuenta, escríbenos desde Contacto.',
        ],
      }
    case 'waiting':
      return {
        subject: `Tu devolución de ${amount} no llegó`,
        lines: [
          `${came} El dinero sigue siendo tuyo: una persona de Kalli te escribe para hacértelo llegar.`,
        ],
      }
  }
}

const mailPayer = async (work: Work, failed: Failed, { email, firstName }: Payer) => {
  if (email === null) return
  const { subject, lines } = wordsFor(failed)
  await sendMailIfTaken(work, {
    to: email,
    subject,
    dedupeKey: `failed-refund:${failed.id}:${failed.state}`,
    ...mailLayout({
      title: subject,
      paragraphs: [firstName === '' ? 'Hola:' : `Hola, ${firstName}:`, ...lines],
      action: { label: 'Escribir a Kalli', address: `${work.config.publicUrl}/contact` },
    }),
  })
}

const mailOperator = (work: Work, failed: Failed) =>
  sendMailIfTaken(work, {
    to: work.config.contactMail,
    subject: `Un banco regresó una devolución de ${formatCents(failed.amount_cents)}`,
    dedupeKey: `failed-refund-operator:${failed.id}`,
    ...mailLayout({
      title: 'Un banco regresó una devolución',
      paragraphs: [
        {
          retrying:
            'Se envió otra vez. Si vuelve a regresar, queda como saldo de quien pagó o espera tu decisión.',
          credited: 'Es la segunda vez: ya es saldo del cliente, y se lo dijimos.',
          waiting:
            'Es la segunda vez y quien pagó no tiene saldo en Kalli: decide en Administración, Contracargos.',
        }[z.parse(FailedRefundState, failed.state)],
      ],
      facts: [
        ['Importe', formatCents(failed.amount_cents)],
        ['Reserva o compra', failed.booking_id],
      ],
      action: { label: 'Abrir Administración', address: `${work.config.publicUrl}/admin?show=chargebacks` },
    }),
  })

/** A transfer of another amount than requested: notifies the payer of the missing or returned part, and the operator. */
export const followLoose = async (
  work: Work,
  { paymentId, looseCents }: Payload<'payment.amount_differs'>,
) => {
  const payment = await work.db
    .selectFrom('payments')
    .select(['booking_id', 'amount_cents', 'status', 'voucher'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  const payer = (await payersOf(work, [paymentId])).get(paymentId)
  if (payment === undefined || payer === undefined) return
  const isShort = payment.status === 'voucher_pending'
  const [loose, request] = [formatCents(looseCents), formatCents(payment.amount_cents)]
  const left = formatCents(payment.amount_cents - looseCents)
  const subject = isShort
    ? `Llegaron ${loose} de ${request}: faltan ${left}`
    : `Tu transferencia trajo ${loose} de más`
  if (payer.email !== null)
    await sendMailIfTaken(work, {
      to: payer.email,
      subject,
      dedupeKey: `loose:${paymentId}:${looseCents}:${payment.status}`,
      ...mailLayout({
        title: subject,
        paragraphs: [
          payer.firstName === '' ? 'Hola:' : `Hola, ${payer.firstName}:`,
          ...(isShort
            ? [
                `Tu transferencia trajo ${loose} y tu cita cuesta ${request}. Transfiere ${left} a la misma CLABE antes de que venza: entonces tu pago queda completo.`,
                'Si no la completas, te regresamos lo que llegó a la cuenta de la que salió.',
              ]
            : payment.status === 'captured'
              ? [
                  `Tu pago de ${request} está completo. Los ${loose} de más vuelven a la cuenta de la que salieron.`,
                ]
              : [`Esa referencia ya no espera pago. Los ${loose} vuelven a la cuenta de la que salieron.`]),
        ],
        action: {
          label: isShort ? 'Ver cómo pagar' : 'Ver mi reserva',
          address: `${work.config.publicUrl}/booking-success?id=${payment.booking_id}`,
        },
      }),
    })
  await sendMailIfTaken(work, {
    to: work.config.contactMail,
    subject: `Una transferencia trajo otro importe: ${loose} ${isShort ? `de ${request}` : 'de más'}`,
    dedupeKey: `loose-operator:${paymentId}:${looseCents}:${payment.status}`,
    ...mailLayout({
      title: 'Una transferencia trajo otro importe',
      paragraphs: [
        isShort
          ? 'Se espera el resto hasta que venza la referencia; si no llega, lo que vino vuelve a su cuenta.'
          : 'Lo que vino de más vuelve a su cuenta.',
      ],
      facts: [
        ['Se pidió', request],
        [isShort ? 'Llegó' : 'De más', loose],
        ['Reserva o compra', payment.booking_id],
      ],
      action: { label: 'Abrir Administración', address: `${work.config.publicUrl}/admin?show=chargebacks` },
    }),
  })
}

const shownDays = 60
const maxShown = 100

/** For staff: waiting refunds first, then recent ones. */
export const unsettled = async (work: Work): Promise<z.input<(typeof unsettledMoney)['reply']>> => {
  const { rows: refunds } = await sql<{
    id: string
    paymentId: string
    bookingId: string
    version: number
    state: string
    amountCents: number
    number: number
    method: string
    seenAt: Date
    decidedAt: Date | null
    decidedBy: string | null
    reason: string
  }>`
    select f.id, p.id as "paymentId", p.booking_id as "bookingId", f.version, f.state, f.amount_cents as "amountCents", f.number,
      p.method, f.seen_at as "seenAt", f.decided_at as "decidedAt", nullif(concat_ws(' ', a.first_name, a.last_name), '') as "decidedBy",
      f.reason
    from failed_refunds f join payments p on p.id = f.payment_id left join accounts a on a.id = f.decided_by
    where f.state = 'waiting' or f.seen_at >= ${new Date(work.now.getTime() - shownDays * dayMs)}
    order by f.state = 'waiting' desc, f.seen_at desc limit ${maxShown}`.execute(work.db)
  const { rows: pending } = await sql<{
    paymentId: string
    bookingId: string
    amountCents: number
    since: Date
  }>`
    select id as "paymentId", booking_id as "bookingId", refund_pending_cents as "amountCents", refund_pending_since as since
    from payments where refund_pending_since is not null order by refund_pending_since limit ${maxShown}`.execute(
    work.db,
  )
  const { rows: loose } = await sql<{
    paymentId: string
    bookingId: string
    requestedCents: number
    looseCents: number
    isWhole: boolean
  }>`
    select id as "paymentId", booking_id as "bookingId", amount_cents as "requestedCents", loose_cents - loose_back_cents as "looseCents",
      captured_cents > 0 as "isWhole"
    from payments where loose_cents > loose_back_cents order by created_at limit ${maxShown}`.execute(work.db)
  const { rows: payouts } = await sql<{
    bookingId: string
    party: 'professional' | 'host'
    payee: string
    amountCents: number
    attempts: number
    failure: string
    nextAt: Date
  }>`
    select o.booking_id as "bookingId", o.party, coalesce(concat_ws(' ', p.first_name, p.last_name), '') as payee,
      o.amount_cents - o.clawed_back_cents as "amountCents", o.attempts, coalesce(o.failure, '') as failure, o.release_at as "nextAt"
    from payouts o left join professionals p on o.party = 'professional' and p.id = o.party_id
    where o.status = 'failed' order by o.release_at limit ${maxShown}`.execute(work.db)
  const payers = await payersOf(
    work,
    [...refunds, ...pending, ...loose].map(({ paymentId }) => paymentId),
  )
  const payerOf = (paymentId: string) => payers.get(paymentId)?.firstName ?? ''
  return {
    refunds: refunds.map(({ paymentId, ...row }) => ({
      ...row,
      state: z.parse(FailedRefundState, row.state),
      method: z.parse(PaymentMethod, row.method),
      seenAt: row.seenAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      payer: payerOf(paymentId),
      mayCredit: (payers.get(paymentId)?.clientId ?? null) !== null,
    })),
    pending: pending.map(({ paymentId, since, ...row }) => ({
      ...row,
      since: since.toISOString(),
      payer: payerOf(paymentId),
    })),
    loose: loose.map(({ paymentId, ...row }) => ({ ...row, payer: payerOf(paymentId) })),
    payouts: payouts.map(({ nextAt, ...row }) => ({ ...row, nextAt: nextAt.toISOString() })),
  }
}

/** Refuses not_found, stale_version, refund_not_waiting, payment_in_progress. */
export const decide = async (
  work: Work,
  id: string,
  { version, act, reason }: Input<typeof decideFailedRefund>['body'],
): Promise<z.input<(typeof decideFailedRefund)['reply']>> => {
  const failed = (await failedRefund(work, id)) ?? refuse('not_found')
  if (failed.version !== version) return refuse('stale_version')
  const payer = (await payersOf(work, [failed.payment_id])).get(failed.payment_id)
  const order = { failedRefundId: id, accountId: work.viewer.accountId, reason }
  if (act === 'credit') {
    const clientId = payer?.clientId ?? refuse('refund_not_waiting')
    if ((await creditInstead(work, { ...order, clientId })) === null) return refuse('refund_not_waiting')
  } else await execute(work, await inTransaction(work, (work) => retryRefund(work, order)))
  const now = (await failedRefund(work, id)) ?? failed
  if (payer !== undefined) await mailPayer(work, now, payer)
  return { state: z.parse(FailedRefundState, now.state) }
}
