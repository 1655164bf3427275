/** Notices about hours at a space without a client, to the host, the professional and the one who takes them over. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import type { Row, Texts } from '#server/notification/message/notified.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

type When = { starts_at: Date; ends_at: Date; zone: string }
const when = ({ starts_at, ends_at, zone }: When) =>
  `${longDate(starts_at, zone)}, ${clockTime(starts_at, zone)} a ${clockTime(ends_at, zone)} h`
const unitOf = (rent: Row) => rent.unit_name ?? rent.space_name ?? ''
const toHost = (rent: Row) => ({ kind: 'occupancy', id: localDate(rent.starts_at, rent.zone) }) as const
const mine = (rent: { id: string }) => ({ kind: 'rented_hours', id: rent.id }) as const

const hostNetOf = (rent: Row) =>
  splitUnder(openTerms(rent.terms), { serviceCents: 0, rentCents: rent.rent_cents }).host.netCents

/** Null: no notice. The renter knows their own moves; the email is their proof. */
export const rentTexts: Texts = {
  booking_confirmed: {
    professional: () => null,
    host: (rent) =>
      rent.confirmed_at === null || rent.cancellation !== null
        ? null
        : {
            title: `Renta directa: ${unitOf(rent)}`,
            message: `${rent.first_name} ${rent.last_name} rentó el ${when(rent)}. ${rent.payment_method === 'cash' ? 'Pagó en efectivo, en tu recepción.' : `Ya pagó; recibes ${formatCents(hostNetOf(rent))} al terminar.`}`,
            about: toHost(rent),
          },
  },
  booking_cancelled: {
    professional: (rent) => {
      const ending = endingOf(rent)
      if (ending === null || ending.by === 'professional') return null
      return {
        title: `Se canceló tu renta: ${unitOf(rent)}`,
        message: `El espacio ya no te recibe el ${when(rent)}. ${rent.payment_method === 'cash' ? `Pide en recepción ${formatCents(ending.refundCents)} en efectivo` : `Te devolvemos ${formatCents(ending.refundCents)}`}${ending.professionalNetCents > 0 ? ` y te compensa con ${formatCents(ending.professionalNetCents)}` : ''}.`,
        about: mine(rent),
      }
    },
    host: (rent) => {
      const ending = endingOf(rent)
      if (ending === null || ending.by === 'host') return null
      return {
        title: `Renta cancelada: ${unitOf(rent)}`,
        message: `Vuelve a estar libre el ${when(rent)}. ${ending.hostNetCents > 0 ? `Recibes ${formatCents(ending.hostNetCents)} por tu política.` : 'Canceló a tiempo: no hay renta por cobrar.'}`,
        about: toHost(rent),
      }
    },
  },
  booking_completed: {
    professional: () => null,
    host: (rent) =>
      rent.completed_at === null
        ? null
        : {
            title: `Renta ganada: ${unitOf(rent)}`,
            message: `${rent.first_name} ${rent.last_name} usó sus horas del ${when(rent)}. ${rent.payment_method === 'cash' ? `Ya tienes el efectivo; la comisión, ${formatCents(rent.rent_cents - hostNetOf(rent))}, sale de tu próximo depósito.` : `Recibes ${formatCents(hostNetOf(rent))}.`}`,
            about: { kind: 'rent', id: rent.id },
          },
  },
}

/** The host states that they handed back a payment by hand. A renter who did not get it reports that to Kalli. */
export const notifyHandedBack = async (work: Work, fact: { bookingId: string; amountCents: number }) => {
  const { rows } = await sql<When & { id: string; account: number; unit: string; handed: number }>`
    select b.id, payer.account_id as account, u.name as unit, b.starts_at, b.ends_at, b.zone, pay.handed_cents as handed
    from bookings b join professionals payer on payer.id = b.paid_by join units u on u.id = b.unit_id
    join payments pay on pay.booking_id = b.id where b.id = ${fact.bookingId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notify(work, 'booking_cancelled', [
    {
      accountId: row.account,
      title: `Te devolvieron ${formatCents(fact.amountCents)} en efectivo`,
      message: `El espacio dice que te los dio en mano, de ${row.unit} (${when(row)}). Si no los recibiste, escríbenos.`,
      about: mine(row),
      dedupeKey: `cash_handed_back:${row.id}:${row.handed}`,
    },
  ])
}

/** The host has hours to sell again. */
export const notifyReturned = async (work: Work, bookingId: string) => {
  const { rows } = await sql<
    When & { account: number; name: string; unit: string; version: number; label: string | null }
  >`
    select h.account_id as account, concat_ws(' ', p.first_name, p.last_name) as name, u.name as unit, b.version,
      b.starts_at, b.ends_at, b.zone, b.rent_lines -> -1 ->> 'label' as label
    from bookings b join hosts h on h.id = b.host_id join professionals p on p.id = b.professional_id
    join units u on u.id = b.unit_id where b.id = ${bookingId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notify(work, 'booking_cancelled', [
    {
      accountId: row.account,
      title: `Horas devueltas: ${row.unit}`,
      message: `${row.name} devolvió una parte y conserva ${when(row)}. Lo demás vuelve a ofrecerse.`,
      about: { kind: 'occupancy', id: localDate(row.starts_at, row.zone) },
      dedupeKey: `rent_returned:${bookingId}:${row.version}`,
    },
  ])
}

type FeeBack = When & {
  rentId: string
  payer: number
  host: number
  unit: string
  cents: number
  hostCents: number
}

/** Hours that were cancelled late were rented again after all: the payer of the fee gets its part back, and the host learns why. */
export const notifyFeeBack = async (work: Work, fact: { feeId: number; bookingId: string }) => {
  const { rows } = await sql<FeeBack>`
    select rent.id as "rentId", payer.account_id as payer, h.account_id as host, u.name as unit, back.amount_cents as cents,
      back.host_cents as "hostCents", lower(fee.during * tstzrange(again.starts_at, again.ends_at)) as starts_at,
      upper(fee.during * tstzrange(again.starts_at, again.ends_at)) as ends_at, rent.zone
    from fee_returns back join rent_fees fee on fee.id = back.fee_id join bookings rent on rent.id = fee.booking_id
    join bookings again on again.id = back.booking_id join professionals payer on payer.id = rent.paid_by
    join hosts h on h.id = rent.host_id join units u on u.id = fee.unit_id
    where back.fee_id = ${fact.feeId} and back.booking_id = ${fact.bookingId}`.execute(work.db)
  const [back] = rows
  if (back === undefined) return
  const dedupe = `fee_back:${fact.feeId}:${fact.bookingId}`
  await notify(work, 'booking_completed', [
    {
      accountId: back.payer,
      title: `Recuperas ${formatCents(back.cents)} de tu cuota`,
      message: `Las horas que dejaste de ${back.unit} (${when(back)}) se volvieron a rentar. El dinero vuelve a donde salió.`,
      about: mine({ id: back.rentId }),
      dedupeKey: `${dedupe}:professional`,
    },
    {
      accountId: back.host,
      title: `Se volvió a rentar: ${back.unit}`,
      message: `Ya cobraste otra vez ${when(back)}, así que la cuota de esas horas vuelve a quien la pagó. De tu próximo depósito se descuentan ${formatCents(back.hostCents)}.`,
      about: { kind: 'rent', id: back.rentId },
      dedupeKey: `${dedupe}:host`,
    },
  ])
}

type Offer = When & {
  id: string
  bookingId: string
  from: string
  to: string
  fromAccount: number
  toAccount: number
  hostAccount: number
  unit: string
  space: string
  message: string
  /** The remaining hours stay with the professional who offers. */
  part: boolean
}

type Moved = 'offered' | 'accepted' | 'declined' | 'withdrawn' | 'expired'

/** Notifies the party who must answer, the one who waited for it, and, when the hours change hands, the host. */
export const notifyHandOver = async (work: Work, handOverId: string, moved: Moved) => {
  const { rows } = await sql<Offer>`
    select o.id, o.booking_id as "bookingId", o.message, concat_ws(' ', giver.first_name, giver.last_name) as "from",
      concat_ws(' ', taker.first_name, taker.last_name) as "to", giver.account_id as "fromAccount",
      taker.account_id as "toAccount", h.account_id as "hostAccount", u.name as unit, s.name as space, o.starts_at is not null as part,
      coalesce(o.starts_at, b.starts_at) as starts_at, coalesce(o.ends_at, b.ends_at) as ends_at, b.zone
    from hand_overs o join professionals giver on giver.id = o.from_professional_id
    join professionals taker on taker.id = o.to_professional_id join bookings b on b.id = o.booking_id
    join spaces s on s.id = b.space_id join units u on u.id = b.unit_id join hosts h on h.id = b.host_id
    where o.id = ${handOverId}`.execute(work.db)
  const [offer] = rows
  if (offer === undefined) return
  const about = { kind: 'rented_hours', id: offer.bookingId } as const
  const notified = textsOf(offer)[moved]
  await notify(
    work,
    'booking_confirmed',
    notified.map(({ account, title, message, fileOf }) => ({
      accountId: account,
      fileOf,
      title,
      message,
      about:
        account === offer.hostAccount
          ? { kind: 'occupancy' as const, id: localDate(offer.starts_at, offer.zone) }
          : about,
      dedupeKey: `hand_over:${handOverId}:${moved}:${account}`,
    })),
  )
}

type RentNotice = { account: number; title: string; message: string; fileOf?: string }

const textsOf = (offer: Offer): Record<Moved, RentNotice[]> => {
  const what = `${offer.unit}, ${offer.space}, el ${when(offer)}`
  return {
    offered: [
      {
        account: offer.toAccount,
        title: `${offer.from} te cede horas`,
        message: `${what}. Ya están pagadas: si las tomas no se te cobra nada.${offer.message === '' ? '' : ` «${untilAgreed(offer.message, false)}»`}`,
      },
    ],
    accepted: [
      {
        account: offer.fromAccount,
        // The hours that they gave away leave their own calendar.
        fileOf: offer.bookingId,
        title: `${offer.to} tomó tus horas`,
        message: `${what}. ${offer.part ? 'Las demás horas siguen siendo tuyas, y tus recibos' : 'Tu recibo'} sigue${offer.part ? 'n' : ''} en tus espacios rentados.`,
      },
      {
        account: offer.hostAccount,
        title: `Cambio de profesional: ${offer.unit}`,
        message: `${offer.from} cedió ${offer.part ? 'parte de ' : ''}sus horas a ${offer.to}: ${when(offer)}. El precio no cambia.`,
      },
    ],
    declined: [
      {
        account: offer.fromAccount,
        title: `${offer.to} no tomó tus horas`,
        message: `${what}. Siguen siendo tuyas: puedes usarlas, devolverlas u ofrecerlas a alguien más.`,
      },
    ],
    withdrawn: [
      {
        account: offer.toAccount,
        title: `${offer.from} retiró su oferta`,
        message: `Ya no tienes que responder por ${what}.`,
      },
    ],
    expired: [
      {
        account: offer.fromAccount,
        title: `${offer.to} no respondió`,
        message: `${what}. Tus horas siguen siendo tuyas.`,
      },
    ],
  }
}
