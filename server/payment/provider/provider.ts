/**
 * A card processor, as Kalli needs it. Card numbers never reach Kalli: the browser exchanges them for a token with the processor. Every
 * call carries a key; the same key is executed once, however often it is sent. Calls are made outside transactions only.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { ChargebackReason, Evidence } from '#contract/payment/chargeback.ts'
import type { Voucher, VoucherMethod, Wallet } from '#contract/payment/payment.ts'
import type { HeldBack, Wanted } from '#contract/payment/payout-account.ts'
import type { Work } from '#server/platform/work.ts'

/** A charge, or a card being saved on file, as now in the processor's books. */
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
  /** Our reference: the payment's id. */
  reference: string
  amountCents: number
  capturedCents: number
  refundedCents: number
  /** The part of it accepted and not executed yet: pending at a bank, or for lack of balance. */
  refundPendingCents: number
  /** Money that arrived under its reference beside the charge and is still with the processor: part of the amount, or more than it. */
  looseCents: number
  /** The processor's fee for the captured amount, and the IVA on that. */
  feeCents: number
  feeIvaCents: number
  /** When the rest becomes available. */
  availableAt: Date | null
  /** Reference of the card for later charges. */
  cardRef: string | null
  cardBrand: string
  cardLast4: string
  /** The last month of its validity, as "2029-08"; null: not stated. */
  cardExpires: string | null
  /** The wallet that provided it; null: it was typed, or provided by a wallet that Kalli does not offer. */
  cardWallet: Wallet | null
  /** The number of months into which its bank divides it; null: none. */
  installments: number | null
  /** Where the payer approves with their bank. */
  actionUrl: string | null
  failure: string | null
  /** For a payment without a card: where, and until when. */
  voucher: Omit<Voucher, 'until'> | null
  /** Disputes by its customer's bank, as far as money moved. */
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
  /** Deadline for evidence; null: none is accepted. */
  respondBy: Date | null
}

/** What to read again. */
type Unsettled = { chargeRefs: readonly string[]; transferRefs: readonly string[] }

export type Operation = { id: string; charge: Charge }
export type Transfer = { id: string; status: 'sent' | 'returned' }
/** One sum that the processor paid into a payee's bank account. */
export type BankDeposit = {
  ref: string
  amountCents: number
  status: 'on_the_way' | 'arrived' | 'failed'
  sentAt: Date
  /** The bank's date, 2026-11-20. */
  arrivesOn: string
  bank: string | null
  /** The last four digits of the account. */
  accountEnd: string | null
  /** The tracking key of both banks; null: not given, or not yet. */
  trace: string | null
  /** Our transfers in it. */
  transfers: readonly { ref: string; amountCents: number }[]
}
export type Balance = { pendingCents: number; availableCents: number; withdrawnCents: number }
/** What a webhook asks us to read again; null: it is validly signed, but irrelevant here. */
export type ProviderEvent = { id: string; kind: string; objectRef: string | null }

/**
 * A card: a new one by its token, or a known one. `isPresent`: its owner is present and their bank may ask for approval, as with a new
 * one (the charge comes back as `requires_action`); without the owner, a bank that requires approval has refused.
 */
export type CardSource = { token: string } | { cardRef: string; isPresent?: boolean }

/** `requestedAt`: when this key was first sent. A processor may forget keys after a day, and then looks up whether it was executed. */
export type RequestParams = { key: string; requestedAt: Date }
export type NewCharge = RequestParams & { reference: string; returnUrl: string }
/** The payer named on a reference; processors ask for it, and Kalli keeps it only until the reference exists. */
export type NewVoucher = NewCharge & {
  method: VoucherMethod
  amountCents: number
  until: Date
  name: string
  email: string
}
/** Asks in how many months a card can pay; it charges nothing. */
export type PlansWanted = RequestParams & { amountCents: number; source: CardSource }
export type NewTransfer = RequestParams & { destination: string; amountCents: number; reference: string }

/** A payee's own account, as now in the processor's books. */
export type PayeeAccount = {
  ref: string
  /** It may receive transfers. */
  isReady: boolean
  /** The payee completed the processor's form. */
  isSubmitted: boolean
  wanted: readonly Wanted[]
  wantedBy: Date | null
  heldBack: HeldBack | null
}
export type AccountLink = {
  ref: string
  /** Nothing is required: the payee can only view or change their data. */
  isDone: boolean
  /** Where the payee returns to, finished or not. */
  returnUrl: string
  /** Where they return to when the link was used or has expired. */
  refreshUrl: string
}

export type CardProcessor = {
  name: string
  /** Pays only payees who have opened an account. */
  needsAccounts: boolean
  /** Saves a card for later without charging it. */
  saveCard(work: Work, call: NewCharge & { token: string }): Promise<Charge>
  /**
   * Holds an amount; a refusal by the bank is a result (`declined`), not an error. `installments`: its bank divides it into this many
   * months; a card without them is declined with `installments_unavailable`, and nothing is held.
   */
  authorize(
    work: Work,
    call: NewCharge & { amountCents: number; source: CardSource; installments?: number | null },
  ): Promise<Charge>
  /** The numbers of months in which this card can pay this amount; none for debit cards and wallets. */
  installmentPlans(work: Work, call: PlansWanted): Promise<readonly number[]>
  /** Issues a reference by which this amount can be paid until then; other amounts under it are `looseCents` of the charge. */
  voucher(work: Work, call: NewVoucher): Promise<Charge>
  /** Captures at most the held amount and releases the rest. */
  capture(work: Work, call: RequestParams & { chargeRef: string; amountCents: number }): Promise<Operation>
  void(work: Work, call: RequestParams & { chargeRef: string }): Promise<Operation>
  refund(work: Work, call: RequestParams & { chargeRef: string; amountCents: number }): Promise<Operation>
  /** Returns money that came beside the charge to its sender. */
  returnLoose(
    work: Work,
    call: RequestParams & { chargeRef: string; amountCents: number },
  ): Promise<Operation>
  /** Evidence for a bank that a charge was valid; accepted once. */
  sendEvidence(
    work: Work,
    call: RequestParams & { chargeRef: string; disputeRef: string; evidence: Evidence },
  ): Promise<Operation>
  /** `destination` is `professional:<id>` or `host:<id>`. */
  transfer(work: Work, call: NewTransfer): Promise<Transfer>
  /** One account for a payee, named as in transfers. Returns its reference. */
  openAccount(work: Work, call: RequestParams & { destination: string }): Promise<string>
  /** Where the payee enters their data; valid once and for minutes. */
  accountLink(work: Work, call: AccountLink): Promise<string>
  findAccount(work: Work, ref: string): Promise<PayeeAccount | null>
  find(work: Work, chargeRef: string): Promise<Charge | null>
  /** Amounts that banks took back since then, with their charges: finds those whose events never came. */
  disputedSince(work: Work, since: Date): Promise<readonly { ref: string; chargeRef: string }[]>
  /** Refunds and transfers since then that failed after they were accepted, or are still pending: finds those whose events never came. */
  unsettledSince(work: Work, since: Date): Promise<Unsettled>
  findTransfer(work: Work, id: string): Promise<Transfer | null>
  /** What it paid since then into the bank account of a payee (`professional:7`), with the transfers in it. */
  bankDeposits(work: Work, order: { destination: string; since: Date }): Promise<readonly BankDeposit[]>
  /** Kalli's balance, and the total ever sent to Kalli's own bank. */
  balance(work: Work): Promise<Balance>
  /** The event of a webhook, or null when its signature is invalid or too old. */
  openEvent(work: Work, headers: IncomingHttpHeaders, body: string): Promise<ProviderEvent | null>
}

/** No answer: it may or may not have been executed. Repeat with the same key. */
export class ProviderUnreachable extends Error {}

/** The processor refuses permanently: an expired hold, more than was captured. */
export class ProviderRefusal extends Error {}
