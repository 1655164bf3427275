/**
 * A card processor, as Kalli needs it. Card numbers never reach Kalli: the browser exchanges them for a token with the processor. Every
 * call carries a key; the same key is executed once, however often it is sent. Calls are made outside transactions only.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { ChargebackReason, Evidence } from '#contract/payment/chargeback.ts'
import type { Voucher, VoucherMethod, Wallet } from '#contract/payment/payment.ts'
import type { HeldBack, Wanted } from '#contract/payment/payout-account.ts'
import type { Work } from '#server/platform/work.ts'

/** A charge, or a card being saved on file, as the processor's books have it now. */
export type Charge = {
  ref: string
  status:
    | 'requires_action'
    | 'voucher_pending'
    | 'saved'
    | 'authorized'
    | 'captured'
    | 'voided'
    | 'declined'
    | 'expired'
  /** What we called it: the payment's id. */
  reference: string
  amountCents: number
  capturedCents: number
  refundedCents: number
  /** Of that, accepted and not executed yet: pending at a bank, or for lack of balance. */
  refundPendingCents: number
  /** What came by its reference beside the charge and is still with the processor: part of the amount, or more than it. */
  looseCents: number
  /** What the processor keeps of what was captured, and the IVA on that. */
  feeCents: number
  feeIvaCents: number
  /** When the rest is at our disposal. */
  availableAt: Date | null
  /** Reference of the card for later charges. */
  cardRef: string | null
  cardBrand: string
  cardLast4: string
  /** The last month in which it is good, as "2029-08"; null: not said. */
  cardExpires: string | null
  /** The wallet that gave it out; null: it was typed, or another wallet than those that Kalli shows did. */
  cardWallet: Wallet | null
  /** Into how many months its bank divides it; null: none. */
  installments: number | null
  /** Where the person approves with their bank. */
  actionUrl: string | null
  failure: string | null
  /** Of what is paid without a card: where, and until when. */
  voucher: Omit<Voucher, 'until'> | null
  /** What its customer's bank took back of it, or tried to, as far as money moved. */
  disputes: readonly BankDispute[]
}

export type BankDispute = {
  ref: string
  status: 'open' | 'won' | 'lost'
  reason: ChargebackReason
  amountCents: number
  /** The processor's fee, no matter who wins the dispute, and the IVA on that. */
  feeCents: number
  feeIvaCents: number
  /** Until when it takes an answer; null: it takes none. */
  respondBy: Date | null
}

/** What to look at again. */
type Unsettled = { chargeRefs: readonly string[]; transferRefs: readonly string[] }

export type Operation = { id: string; charge: Charge }
export type Transfer = { id: string; status: 'sent' | 'returned' }
/** One sum that the processor paid into a payee's bank account. */
export type BankDeposit = {
  ref: string
  amountCents: number
  status: 'on_the_way' | 'arrived' | 'failed'
  sentAt: Date
  /** The bank's day, 2026-11-20. */
  arrivesOn: string
  bank: string | null
  /** The last four digits of the account. */
  accountEnd: string | null
  /** What both banks name it by; null: not given, or not yet. */
  trace: string | null
  /** The transfers of ours in it. */
  transfers: readonly { ref: string; amountCents: number }[]
}
export type Balance = { pendingCents: number; availableCents: number; withdrawnCents: number }
/** What a webhook says to look at again; null: it is signed, and of no interest here. */
export type ProviderEvent = { id: string; kind: string; objectRef: string | null }

/**
 * A card: a new one by its token, or a known one. `isPresent`: its owner is present and their bank may ask for approval, as with a new
 * one (the charge comes back as `requires_action`); without them a bank that wants that has refused.
 */
export type CardSource = { token: string } | { cardRef: string; isPresent?: boolean }

/** `requestedAt`: when this key was sent first. A processor may forget keys after a day, and then looks whether it has done it. */
export type RequestParams = { key: string; requestedAt: Date }
export type NewCharge = RequestParams & { reference: string; returnUrl: string }
/** For whom a reference is made out; processors ask for it, and Kalli keeps it only until there is one. */
export type NewVoucher = NewCharge & {
  method: VoucherMethod
  amountCents: number
  until: Date
  name: string
  email: string
}
/** A question in how many months a card can pay; it charges nothing. */
export type PlansWanted = RequestParams & { amountCents: number; source: CardSource }
export type NewTransfer = RequestParams & { destination: string; amountCents: number; reference: string }

/** A payee's own account, as the processor's books have it now. */
export type PayeeAccount = {
  ref: string
  /** Transfers may go there. */
  isReady: boolean
  /** The payee came to the end of the processor's form. */
  isSubmitted: boolean
  wanted: readonly Wanted[]
  wantedBy: Date | null
  heldBack: HeldBack | null
}
export type AccountLink = {
  ref: string
  /** Nothing is wanted: there is only something to see or to change. */
  isDone: boolean
  /** Where the payee comes back to, having finished or not. */
  returnUrl: string
  /** Where they come when the link was used or is too old. */
  refreshUrl: string
}

export type CardProcessor = {
  name: string
  /** Pays only payees who have opened an account. */
  needsAccounts: boolean
  /** Keeps a card for later without charging it. */
  saveCard(work: Work, call: NewCharge & { token: string }): Promise<Charge>
  /**
   * Holds an amount; a refusal by the bank is an answer (`declined`), not an error. `installments`: its bank divides it into so many
   * months; a card without them is declined with `installments_unavailable`, and nothing is held.
   */
  authorize(
    work: Work,
    call: NewCharge & { amountCents: number; source: CardSource; installments?: number | null },
  ): Promise<Charge>
  /** The numbers of months in which this card can pay this amount; none for debit cards and wallets. */
  installmentPlans(work: Work, call: PlansWanted): Promise<readonly number[]>
  /** Gives out a reference by which this amount can be paid until then; what else comes by it is `looseCents` of the charge. */
  voucher(work: Work, call: NewVoucher): Promise<Charge>
  /** Charges at most what is held and releases the rest. */
  capture(work: Work, call: RequestParams & { chargeRef: string; amountCents: number }): Promise<Operation>
  void(work: Work, call: RequestParams & { chargeRef: string }): Promise<Operation>
  refund(work: Work, call: RequestParams & { chargeRef: string; amountCents: number }): Promise<Operation>
  /** Sends money that came beside the charge back to where it came from. */
  returnLoose(
    work: Work,
    call: RequestParams & { chargeRef: string; amountCents: number },
  ): Promise<Operation>
  /** What shows a bank that a charge was right; it takes it once. */
  sendEvidence(
    work: Work,
    call: RequestParams & { chargeRef: string; disputeRef: string; evidence: Evidence },
  ): Promise<Operation>
  /** `destination` is `professional:<id>` or `host:<id>`. */
  transfer(work: Work, call: NewTransfer): Promise<Transfer>
  /** One account for a payee, named as transfers name them. Answers which. */
  openAccount(work: Work, call: RequestParams & { destination: string }): Promise<string>
  /** Where the payee gives their data; good once and for minutes. */
  accountLink(work: Work, call: AccountLink): Promise<string>
  findAccount(work: Work, ref: string): Promise<PayeeAccount | null>
  find(work: Work, chargeRef: string): Promise<Charge | null>
  /** What banks took back since then, and of which charge: for those whose news never came. */
  disputedSince(work: Work, since: Date): Promise<readonly { ref: string; chargeRef: string }[]>
  /** Refunds and transfers since then that failed after they were accepted, or are still pending: finds those whose events never came. */
  unsettledSince(work: Work, since: Date): Promise<Unsettled>
  findTransfer(work: Work, id: string): Promise<Transfer | null>
  /** What it paid since then into the bank account of a payee (`professional:7`), and which transfers are in it. */
  bankDeposits(work: Work, order: { destination: string; since: Date }): Promise<readonly BankDeposit[]>
  /** What it has of Kalli's, and what of that it sent to Kalli's own bank, ever. */
  balance(work: Work): Promise<Balance>
  /** The event of a webhook, or null when its signature or its age is wrong. */
  openEvent(work: Work, headers: IncomingHttpHeaders, body: string): Promise<ProviderEvent | null>
}

/** No answer: it may or may not have happened. Ask again with the same key. */
export class ProviderUnreachable extends Error {}

/** The processor will not do this, now or ever: a hold that ran out, more than was captured. */
export class ProviderRefusal extends Error {}
