/** A few gift cards of the demo's client: one scheduled, one sent, one redeemed, and one that came back. */
import type pg from 'pg'
import { dayMs } from '#contract/platform/duration.ts'
import { giftLimits } from '#contract/booking/prepaid/gift-card.ts'
import { shareOf } from '#contract/platform/money.ts'
import { hashOfCode } from '#server/booking/contact/gift-card-row.ts'
import {
  account,
  availableLines,
  captureLines,
  divideLines,
  feeLines,
  giftRedeemedLines,
  type Line,
  refundLines,
} from '#server/payment/ledger/journals.ts'
import type { JournalKind } from '#server/payment/ledger/ledger.ts'
import { signer } from '#server/platform/tokens.ts'
import { postTo } from '#server/seed/booking/absences.ts'

const [, cents] = giftLimits.suggested

type Gift = {
  number: number
  to: string
  message: string
  daysAgo: number
  state: 'scheduled' | 'sent' | 'redeemed' | 'cancelled'
}
const gifts: readonly Gift[] = [
  { number: 1, to: 'Renata', message: 'Para tu noche de graduación.', daysAgo: 1, state: 'scheduled' },
  { number: 2, to: 'Abril', message: 'Gracias por cuidar a los niños.', daysAgo: 6, state: 'sent' },
  { number: 3, to: 'Mónica', message: 'Feliz cumpleaños, mamá.', daysAgo: 20, state: 'redeemed' },
  { number: 4, to: 'Paula', message: '', daysAgo: 40, state: 'cancelled' },
]

type People = { buyer: number; account: number; from: string; finder: number }

export const writeGiftCards = async (client: pg.Client, now: Date, secret: string) => {
  const { rows } = await client.query<People>(
    `select c.id as buyer, a.id as account, a.first_name as "from",
       (select min(id) from clients where id > c.id) as finder
     from clients c join accounts a on a.id = c.account_id where a.email = 'clienta@kalli.test'`,
  )
  const [people] = rows
  if (people === undefined || people.finder === null) return
  for (const gift of gifts) await writeOne(client, { gift, people, now, secret })
}

const writeOne = async (
  client: pg.Client,
  { gift, people, now, secret }: { gift: Gift; people: People; now: Date; secret: string },
) => {
  const { number, state } = gift
  const id = `0a91f7ca-0000-7000-8000-00000000000${number}`
  const at = new Date(now.getTime() - gift.daysAgo * dayMs)
  const endedAt = new Date(at.getTime() + 3 * dayMs)
  const sendAt = state === 'scheduled' ? new Date(now.getTime() + 9 * dayMs) : at
  await client.query(
    `insert into gift_cards (id, version, status, buyer_id, holder, amount_cents, from_name, to_name, message, email, send_at, sent_at,
       sendings, code_hash, created_at, paid_at, redeemed_at, redeemed_by, ended_at, ended_by)
     values ($1, 2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18)`,
    [
      id,
      state === 'scheduled' || state === 'sent' ? 'active' : state,
      people.buyer,
      `account:${people.account}`,
      cents,
      people.from,
      gift.to,
      gift.message,
      `regalo${number}@correo.example`,
      sendAt,
      state === 'scheduled' ? null : at,
      state === 'scheduled' ? 0 : 1,
      hashOfCode({ tokens: signer(secret) }, { id, generation: 1 }),
      at,
      state === 'redeemed' ? endedAt : null,
      state === 'redeemed' ? people.finder : null,
      state === 'cancelled' ? endedAt : null,
      state === 'cancelled' ? 'buyer' : null,
    ],
  )
  await pay(client, { id, gift, people, at, endedAt })
}

/** Charged at once; later changes are posted as in production. */
const pay = async (
  client: pg.Client,
  { id, gift, people, at, endedAt }: { id: string; gift: Gift; people: People; at: Date; endedAt: Date },
) => {
  const { number, state } = gift
  const charge = `ch_town_gift_${number}`
  const payment = id.replace('7ca', '7cb')
  const backCents = state === 'cancelled' ? cents : 0
  const feeCents = shareOf(cents, 360) + 300
  const feeIvaCents = shareOf(feeCents, 1600)
  const held: Line[] = [{ account: account.giftCards, amountCents: -cents }]
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, authorized_cents, captured_cents,
       refunded_cents, returned_after_split_cents, card_ref, charge_ref, card_brand, card_last4, capture_at, fee_cents, fee_iva_cents,
       available_at, made_available_at, settlement, settled_at, release_professional_at, release_host_at, created_at)
     values ($1, $2, $3, 'standin', 'card', $4, $5, $5, $5, $6, $6, 'card_ok_visa_4242_' || $7, $7, 'visa', '4242', $8, $9, $10,
       $8, $8, $11::jsonb, $8, $8, $8, $8)`,
    [
      payment,
      id,
      `account:${people.account}`,
      backCents === 0 ? 'captured' : 'refunded',
      cents,
      backCents,
      charge,
      at,
      feeCents,
      feeIvaCents,
      JSON.stringify({ kind: 'gift', keepCents: cents, shares: held, extras: [] }),
    ],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, captured_cents, refunded_cents,
       fee_cents, fee_iva_cents, available_at, card_ref, card_brand, card_last4, reference, return_url, created_at)
     values ($1, $1, '{}', 'charge', 'ok', 'captured', $2, $2, $3, $4, $5, $6, 'card_ok_visa_4242_' || $1, 'visa', '4242', $7, '', $6)`,
    [charge, cents, backCents, feeCents, feeIvaCents, at, payment],
  )
  const post = (kind: JournalKind, lines: readonly Line[], when: Date) =>
    postTo(client, { id, key: `town:gift:${number}:${kind}`, kind, lines, at: when })
  await post('capture', captureLines(cents, 0), at)
  await post('fee', feeLines(feeCents, feeIvaCents), at)
  await post('available', availableLines(cents - feeCents - feeIvaCents), at)
  await post('gift', divideLines(cents, cents, held), at)
  if (state === 'redeemed') await post('gift_redeemed', giftRedeemedLines(people.finder, cents), endedAt)
  if (state !== 'cancelled') return
  await post(
    'gift_return',
    [
      { account: account.giftCards, amountCents: cents },
      { account: account.refundPayable, amountCents: -cents, side: 'client' },
    ],
    endedAt,
  )
  await post('refund', refundLines(cents), endedAt)
}
