/** Notices about a client's chargeback: its effect on the money of professional and host, from the first day to the end. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { ChargebackReason, chargebackReasons } from '#contract/payment/chargeback.ts'
import { formatCents } from '#contract/platform/money.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  reason: string
  cents: number
  chargedTo: string | null
  chargedCents: number | null
  service: string
  startsAt: Date
  zone: string
  professional: number
  host: number | null
  frozenProfessional: number
  frozenHost: number
  hasHost: boolean
  isDivided: boolean
}
type Side = 'professional' | 'host'

/** For each step that affects them; evidence that staff sends to the bank does not. */
export const notifyChargeback = async (work: Work, { chargebackId, move }: Payload<'chargeback.changed'>) => {
  const { rows } = await sql<Row>`
    select c.reason, c.amount_cents as cents, c.charged_to as "chargedTo", c.charged_cents as "chargedCents", b.service_name as service,
      b.starts_at as "startsAt", b.zone, p.account_id as professional, h.account_id as host,
      ${frozenOf('professional')} as "frozenProfessional", ${frozenOf('host')} as "frozenHost",
      c.booking_id = b.id and b.rent_cents > 0 as "hasHost",
      exists (select from payouts o where o.booking_id = c.booking_id) as "isDivided"
    from chargebacks c left join tips tip on tip.id = c.booking_id
    left join change_proposals change on change.id = c.booking_id
    left join booking_balances balance on balance.id = c.booking_id
    join bookings b on b.id = coalesce(tip.booking_id, change.booking_id, balance.booking_id, c.booking_id)
    join professionals p on p.id = b.professional_id left join hosts h on h.id = b.host_id
    where c.id = ${chargebackId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return notifyBuyer(work, { chargebackId, move })
  const sides: readonly Side[] = ['professional', 'host']
  await notify(
    work,
    // A reversed charge is emailed unless the person opted out, as a cancelled visit is.
    'booking_cancelled',
    sides.flatMap((side) => {
      const accountId = row[side]
      const text = textFor(row, move, side)
      if (accountId === null || text === null || (side === 'host' && !row.hasHost)) return []
      return [
        {
          ...text,
          accountId,
          about: { kind: side === 'host' ? ('rent' as const) : ('earnings' as const), id: '' },
          dedupeKey: `chargeback:${chargebackId}:${move}:${side}`,
        },
      ]
    }),
  )
}

/** For a charge without a booking, such as a pack of hours: the professional who bought it. */
const notifyBuyer = async (
  work: Work,
  { chargebackId, move }: Pick<Payload<'chargeback.changed'>, 'chargebackId' | 'move'>,
) => {
  const { rows } = await sql<{
    account: number
    cents: number
    chargedTo: string | null
    chargedCents: number | null
  }>`
    select p.account_id as account, c.amount_cents as cents, c.charged_to as "chargedTo", c.charged_cents as "chargedCents"
    from chargebacks c join payments pay on pay.id = c.payment_id
      join professionals p on p.account_id = substring(pay.payer from '^account:(\\d+)$')::bigint
    where c.id = ${chargebackId}`.execute(work.db)
  await notify(
    work,
    'booking_cancelled',
    rows.flatMap(({ account, cents, chargedTo, chargedCents }) => {
      const text = buyerText(move, formatCents(cents), chargedTo === 'payer' ? (chargedCents ?? 0) : 0)
      const about = { kind: 'earnings' as const, id: '' }
      const dedupeKey = `chargeback:${chargebackId}:${move}:buyer`
      return text === null ? [] : [{ ...text, accountId: account, about, dedupeKey }]
    }),
  )
}

const buyerText = (move: string, amount: string, owedCents: number) => {
  switch (move) {
    case 'open':
      return {
        title: 'Tu banco revisa una compra tuya',
        message: `Tu banco le pidió a Kalli ${amount} de algo que compraste para trabajar. Si no fuiste tú, escríbenos. Si lo pierde Kalli y ya lo usaste, se descuenta de tus depósitos.`,
      }
    case 'win':
      return {
        title: 'El banco dio la razón a Kalli',
        message: `Los ${amount} de tu compra se quedan como estaban.`,
      }
    case 'post':
      return {
        title: 'Tu banco devolvió una compra tuya',
        message:
          owedCents === 0
            ? `Te devolvió ${amount}: ya iban de vuelta, y no debes nada.`
            : `Te devolvió ${amount}. Como ya se usó, ${formatCents(owedCents)} se descuentan de tus próximos depósitos.`,
      }
    default:
      return null
  }
}

const frozenOf = (
  side: Side,
) => sql<number>`(select coalesce(sum(o.amount_cents - o.clawed_back_cents), 0)::bigint
  from payouts o where o.frozen_for = c.id and o.party = ${side})`

const textFor = (row: Row, move: string, side: Side): { title: string; message: string } | null => {
  const what = `${row.service}, ${longDate(row.startsAt, row.zone)}, ${clockTime(row.startsAt, row.zone)} h`
  const frozenCents = side === 'host' ? row.frozenHost : row.frozenProfessional
  switch (move) {
    case 'open':
      return {
        title: 'Un banco revisa un cobro',
        message: `Quien pagó ${chargebackReasons[z.parse(ChargebackReason, row.reason)]}: ${what}. Kalli le responde al banco.${
          frozenCents > 0
            ? ` Mientras decide, ${formatCents(frozenCents)} quedan retenidos.`
            : row.isDivided
              ? ' Lo que ya salió no se toca mientras tanto.'
              : ' Mientras decide, lo que te toque de ese cobro queda retenido.'
        }`,
      }
    case 'win':
      return {
        title: 'El banco dio la razón a Kalli',
        message: `El cobro de ${what} se queda como estaba y lo retenido sale con tu próximo depósito.`,
      }
    case 'post':
      return {
        title: 'El banco devolvió un cobro',
        message: `De ${what}, el banco devolvió ${formatCents(row.cents)} a quien pagó. ${consequence(row, side)}`,
      }
    default:
      return null
  }
}

const consequence = ({ chargedTo, chargedCents }: Row, side: Side): string => {
  if (chargedTo === 'nobody') return 'Ya iba de vuelta: para ti no cambia nada.'
  if (chargedTo === 'platform' || side === 'host')
    return 'Lo que te tocaba se queda contigo: la pérdida es de Kalli.'
  return chargedTo === 'payer'
    ? `Como usaste lo que pagaste, ${formatCents(chargedCents ?? 0)} se descuentan de tus próximos depósitos.`
    : 'Lo que recibiste de ese cobro se descuenta; tu recibo lo explica.'
}
