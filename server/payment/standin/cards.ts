/**
 * The stand-in's cards. A token and a saved card encode the card's behaviour, so that nothing has to be stored; numbers are exchanged
 * for tokens and forgotten.
 */
import { randomBytes } from 'node:crypto'
import type { Wallet } from '#contract/payment/payment.ts'

/**
 * `3ds` needs its bank's approval once, `always` each time that its owner is present; `later` can be saved but has no money when it is
 * charged; `timeout` executes and does not answer; `slow` executes and does not answer for longer than any client waits.
 */
type Behaviour = 'ok' | 'declined' | '3ds' | 'always' | 'timeout' | 'slow' | 'later'
export type Card = {
  behaviour: Behaviour
  brand: string
  last4: string
  expires: string
  /** The wallet that provided it. */
  wallet: Wallet | null
  /** The bank of a debit card offers no months. */
  isDebit: boolean
}

const behaviours: readonly Behaviour[] = ['ok', 'declined', '3ds', 'always', 'timeout', 'slow', 'later']
/** For cards that tests name without a number. */
const usualExpiry = '2030-12'

/** Test numbers that developers know from the big processors. */
const byNumber: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': 'ok',
  '4000000000000002': 'declined',
  '4000002760003184': '3ds',
  '4000000000003220': 'always',
  '4000000000000119': 'timeout',
  '4000000000003006': 'slow',
  '4000000000000341': 'later',
}

/** Debit cards of the same lists. */
const debit: ReadonlySet<string> = new Set(['4000056655665556', '5200828282828210'])

/** The name of a wallet in a token. */
const wallets: ReadonlyMap<string, Wallet> = new Map([
  ['apple', 'apple_pay'],
  ['google', 'google_pay'],
])

/** A token for a possible card number; null for an impossible one. `expires`: as "2029-08". */
export const tokenOf = (
  number: string,
  expires: string,
  wallet: Wallet | null = null,
): { token: string; card: Card } | null => {
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return null
  const card = {
    behaviour: byNumber[digits] ?? 'ok',
    brand: brandOf(digits),
    last4: digits.slice(-4),
    expires,
    wallet,
    isDebit: debit.has(digits),
  }
  return { token: `tok_${nameOf(card)}`, card }
}

/** `tok_ok`, `tok_declined`, `tok_3ds`, `tok_always`, `tok_timeout`, `tok_later`, or one made by `tokenOf`. */
export const cardOfToken = (token: string) => cardOf('tok', token)
export const cardOfRef = (ref: string) => cardOf('card', ref)

/** A card that its bank has approved once needs no further approval. */
export const refOfCard = (card: Card) =>
  `card_${nameOf({ ...card, behaviour: card.behaviour === '3ds' ? 'ok' : card.behaviour })}`

/** The months that this card's bank offers for an amount: like the big processors, at least $100 a month. */
export const plansOf = ({ isDebit, wallet }: Card, amountCents: number): number[] =>
  isDebit || wallet !== null ? [] : [3, 6, 9, 12].filter((months) => amountCents >= months * minPerMonthCents)
const minPerMonthCents = 10_000

const nameOf = ({ behaviour, brand, last4, expires, wallet, isDebit }: Card) => {
  const from = `${isDebit ? 'debit_' : ''}${wallet === null ? '' : `${wallet.replace('_pay', '')}_`}`
  return `${behaviour}_${brand}_${last4}_${expires.slice(2).replace('-', '')}_${from}${randomBytes(9).toString('hex')}`
}

const cardOf = (prefix: 'tok' | 'card', text: string): Card | null => {
  const [, kind, name, brand, last4, year, month, kindOfCard, wallet = ''] =
    /^([a-z]+)_([a-z0-9]+)(?:_([a-z]+)_(\d{4})(?:_(\d\d)(\d\d))?(_debit)?(?:_(apple|google))?_[0-9a-f]+)?$/.exec(
      text,
    ) ?? []
  const behaviour = behaviours.find((known) => known === name)
  if (kind !== prefix || behaviour === undefined) return null
  return {
    behaviour,
    brand: brand ?? 'visa',
    last4: last4 ?? '4242',
    expires: year === undefined ? usualExpiry : `20${year}-${month}`,
    wallet: wallets.get(wallet) ?? null,
    isDebit: kindOfCard !== undefined,
  }
}

const brandOf = (digits: string) => {
  if (digits.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  return /^3[47]/.test(digits) ? 'amex' : 'otra'
}

const passesLuhn = (digits: string) => {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const weighed = place % 2 === 0 ? digit : digit * 2
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}
