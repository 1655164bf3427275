/**
 * The records of a small Stripe for tests, and how its published interface shows them. Cards are Stripe's own test cards by name;
 * `pm_silent` executes a request and never answers. Responses have the types of Stripe's own package, so that a field that Stripe does not
 * have, or has with another type, does not compile.
 */
import type { Stripe } from 'stripe'

/** A part of one of Stripe's objects. */
export type Shown<Of> = Of extends readonly (infer Item)[]
  ? Shown<Item>[]
  : Of extends object
    ? { [Name in keyof Of]?: Shown<Of[Name]> }
    : Of

type Behaviour = 'ok' | 'declined' | 'asks_once' | 'asks_always' | 'poor' | 'silent'

type Wallet = 'apple_pay' | 'google_pay' | 'link'

const cards: Readonly<
  Record<string, { behaviour: Behaviour; brand: string; last4: string; wallet?: Wallet; plans?: true }>
> = {
  pm_card_visa: { behaviour: 'ok', brand: 'visa', last4: '4242' },
  pm_card_mastercard: { behaviour: 'ok', brand: 'mastercard', last4: '4444' },
  pm_card_chargeDeclined: { behaviour: 'declined', brand: 'visa', last4: '0002' },
  pm_card_chargeCustomerFail: { behaviour: 'poor', brand: 'visa', last4: '0341' },
  pm_card_authenticationRequiredOnSetup: { behaviour: 'asks_once', brand: 'visa', last4: '3155' },
  pm_card_authenticationRequired: { behaviour: 'asks_always', brand: 'visa', last4: '3184' },
  // What Stripe.js makes of a wallet sheet; Link is one that Kalli does not offer.
  pm_apple_pay: { behaviour: 'ok', brand: 'visa', last4: '4242', wallet: 'apple_pay' },
  pm_google_pay_declined: { behaviour: 'declined', brand: 'visa', last4: '0002', wallet: 'google_pay' },
  pm_link: { behaviour: 'ok', brand: 'visa', last4: '4242', wallet: 'link' },
  // Issued in Mexico: a credit card whose bank offers installments, and a debit card.
  pm_card_mx: { behaviour: 'ok', brand: 'visa', last4: '0008', plans: true },
  pm_card_mx_asks: { behaviour: 'asks_always', brand: 'visa', last4: '0016', plans: true },
  pm_card_mx_declined: { behaviour: 'declined', brand: 'visa', last4: '0024', plans: true },
  pm_card_mx_silent: { behaviour: 'silent', brand: 'visa', last4: '0032', plans: true },
  pm_card_mx_debit: { behaviour: 'ok', brand: 'visa', last4: '5556' },
  pm_apple_pay_mx: { behaviour: 'ok', brand: 'visa', last4: '0008', wallet: 'apple_pay', plans: true },
  pm_silent: { behaviour: 'silent', brand: 'visa', last4: '0119' },
}

type Method = {
  id: string
  behaviour: Behaviour
  brand: string
  last4: string
  wallet?: Wallet
  plans?: true
  customer: string | null
  wasUsed: boolean
}

export type VoucherKind = 'oxxo' | 'customer_balance'

export type Intent = {
  id: string
  kind: 'payment' | 'setup'
  status:
    | 'requires_action'
    | 'requires_capture'
    | 'requires_confirmation'
    | 'requires_payment_method'
    | 'succeeded'
    | 'canceled'
  amount: number
  captured: number
  refunded: number
  /** Of a transfer: the amount received so far, and any excess; in the customer's cash balance once the intent no longer waits. */
  part: number
  customer: string | null
  method: Method
  keeps: boolean
  /** Paid without a card: no charge, the money is awaited. */
  voucher: VoucherKind | null
  metadata: Record<string, string>
  returnUrl: string | null
  cancelled: Stripe.PaymentIntent.CancellationReason | null
  failure: Failure | null
  created: number
  transactionAt: number | null
  /** Null: not enabled; 0: none was chosen yet. */
  months: number | null
  offSession: boolean
}

type Failure = { code: Stripe.PaymentIntent.LastPaymentError.Code; decline_code?: string }

export type Transfer = {
  id: string
  amount: number
  destination: string
  group: string
  metadata: Record<string, string>
  reversed: boolean
}

export type Dispute = {
  id: string
  intent: string
  amount: number
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  created: number
  dueBy: number
  evidence: Record<string, string>
  submissions: number
}

export type Account = {
  isActive: boolean
  metadata: Record<string, string>
  isSubmitted?: boolean
  due?: readonly string[]
  deadline?: number
  disabled?: Stripe.Account.Requirements.DisabledReason
  created?: number
}

export type Refund = {
  id: string
  /** Null: out of a customer's cash balance. */
  intent: string | null
  amount: number
  metadata: Record<string, string>
  status: 'succeeded' | 'pending' | 'failed'
  created: number
}

/** An error as Stripe words it. */
export class Refused extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(
    status: number,
    body: { type: string; code?: string; message: string } & Record<string, unknown>,
  ) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (code: string, message: string, status = 400) =>
  new Refused(status, { type: 'invalid_request_error', code, message })

export const openLedger = (url: () => string, now: () => Date) => {
  let serial = 0
  const idOf = (kind: string) => `${kind}_${String((serial += 1)).padStart(6, '0')}`
  const seconds = () => Math.floor(now().getTime() / 1000)
  const customers = new Set<string>()
  const methods = new Map<string, Method>()
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const transfers = new Map<string, Transfer>()
  const disputes = new Map<string, Dispute>()
  const accounts = new Map<string, Account>()

  const methodOf = (id: string): Method => {
    const card = cards[id]
    const known = methods.get(id)
    if (known !== undefined) return known
    if (card === undefined) throw invalid('resource_missing', `No such PaymentMethod: '${id}'`)
    const fresh = { id: idOf('pm'), ...card, customer: null, wasUsed: false }
    methods.set(fresh.id, fresh)
    return fresh
  }

  const find = (id: string): Intent => {
    const intent = intents.get(id)
    if (intent === undefined) throw invalid('resource_missing', `No such intent: '${id}'`, 404)
    return intent
  }

  /** A card that is saved belongs to its customer from now on. */
  const agreed = (intent: Intent) => {
    intent.status = intent.kind === 'setup' ? 'succeeded' : 'requires_capture'
    intent.failure = null
    if (intent.keeps) intent.method.customer = intent.customer
  }

  const refused = (intent: Intent, failure: Failure) => {
    intent.status = 'requires_payment_method'
    intent.failure = failure
  }

  const begin = (
    kind: Intent['kind'],
    requested: {
      amount: number
      customer: string | null
      method: string
      keeps: boolean
      metadata: Record<string, string>
      returnUrl: string | null
      offSession: boolean
      /** It may be paid in installments, so it is confirmed by a call of its own. */
      waits?: boolean
    },
  ): Intent => {
    const method = methodOf(requested.method)
    if (requested.customer !== null && !customers.has(requested.customer))
      throw invalid('resource_missing', `No such customer: '${requested.customer}'`)
    if (method.customer !== null && method.customer !== requested.customer)
      throw invalid('payment_method_unexpected_state', 'The PaymentMethod belongs to another customer.')
    if (method.customer === null && method.wasUsed)
      throw invalid(
        'payment_method_unexpected_state',
        'This PaymentMethod was previously used without being attached to a Customer and may not be used again.',
      )
    const intent: Intent = {
      id: idOf(kind === 'setup' ? 'seti' : 'pi'),
      kind,
      status: 'requires_confirmation',
      amount: requested.amount,
      captured: 0,
      refunded: 0,
      part: 0,
      customer: requested.customer,
      method,
      keeps: requested.keeps,
      voucher: null,
      metadata: requested.metadata,
      returnUrl: requested.returnUrl,
      cancelled: null,
      failure: null,
      created: seconds(),
      transactionAt: null,
      months: requested.waits ? 0 : null,
      offSession: requested.offSession,
    }
    intents.set(intent.id, intent)
    return requested.waits ? intent : confirm(intent)
  }

  /** In this many installments, if the intent allows them and its card has such a plan. */
  const confirmInMonths = (id: string, months: number, returnUrl: string | null) => {
    const intent = find(id)
    if (intent.status !== 'requires_confirmation' || intent.months === null)
      throw invalid('payment_intent_unexpected_state', `This PaymentIntent is ${intent.status}.`)
    if (!plansOf(intent).includes(months))
      throw invalid('payment_intent_invalid_parameter', 'The installment plan is not available.')
    intent.months = months
    intent.returnUrl = returnUrl
    return confirm(intent)
  }

  const confirm = (intent: Intent): Intent => {
    const { method, kind, offSession } = intent
    const isSaved = method.customer !== null
    method.wasUsed = true
    const asks = method.behaviour === 'asks_always' || (method.behaviour === 'asks_once' && !isSaved)
    if (method.behaviour === 'declined')
      refused(intent, { code: 'card_declined', decline_code: 'generic_decline' })
    else if (method.behaviour === 'poor' && kind === 'payment')
      refused(intent, { code: 'card_declined', decline_code: 'insufficient_funds' })
    else if (asks && offSession)
      refused(intent, { code: 'authentication_required', decline_code: 'authentication_required' })
    else if (asks) intent.status = 'requires_action'
    else agreed(intent)
    if (intent.failure !== null)
      throw new Refused(402, {
        type: 'card_error',
        message: 'Your card was declined.',
        ...intent.failure,
        [kind === 'setup' ? 'setup_intent' : 'payment_intent']: show(intent),
      })
    return intent
  }

  const beginVoucher = (
    voucher: VoucherKind,
    requested: Pick<Intent, 'amount' | 'customer' | 'metadata' | 'returnUrl'>,
  ): Intent => {
    const method = {
      id: idOf('pm'),
      behaviour: 'ok' as const,
      brand: voucher,
      last4: '',
      customer: null,
      wasUsed: true,
    }
    const intent: Intent = {
      ...requested,
      id: idOf('pi'),
      kind: 'payment',
      status: 'requires_action',
      captured: 0,
      refunded: 0,
      part: 0,
      method,
      keeps: false,
      voucher,
      cancelled: null,
      failure: null,
      created: seconds(),
      transactionAt: null,
      months: null,
      offSession: false,
    }
    intents.set(intent.id, intent)
    return intent
  }

  /** A client paid at the counter or from their bank; a transfer may have another amount, and come late. */
  const payVoucher = (id: string, cents?: number) => {
    const intent = find(id)
    if (intent.voucher === 'customer_balance') intent.part += cents ?? intent.amount
    if (intent.voucher === null || intent.status !== 'requires_action') return
    if (intent.voucher === 'customer_balance') {
      if (intent.part < intent.amount) return
      intent.part -= intent.amount
    }
    intent.status = 'succeeded'
    intent.captured = intent.amount
    intent.transactionAt = seconds()
  }

  const capture = (id: string, amount: number) => {
    const intent = find(id)
    if (intent.status !== 'requires_capture')
      throw invalid(
        'payment_intent_unexpected_state',
        `This PaymentIntent could not be captured: ${intent.status}`,
      )
    if (amount > intent.amount)
      throw invalid('amount_too_large', 'The amount is greater than what can be captured.')
    intent.status = 'succeeded'
    intent.captured = amount
    intent.transactionAt = seconds()
    return intent
  }

  const cancel = (id: string, reason: Intent['cancelled'] = null) => {
    const intent = find(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalid(
        'payment_intent_unexpected_state',
        `This intent is ${intent.status} and cannot be canceled.`,
      )
    intent.status = 'canceled'
    intent.cancelled = reason
    return intent
  }

  const refund = (id: string, amount: number, metadata: Record<string, string>) => {
    const intent = find(id)
    const taken = disputesOf(id).reduce((sum, one) => (one.status === 'won' ? sum : sum + one.amount), 0)
    if (intent.refunded + taken + amount > intent.captured)
      throw invalid('charge_already_refunded', 'The refund is greater than what is left of the charge.')
    intent.refunded += amount
    const made: Refund = {
      id: idOf('re'),
      intent: id,
      amount,
      metadata,
      status: 'succeeded',
      created: seconds(),
    }
    refunds.push(made)
    return made
  }

  /** Days later the bank refuses it, or there is no balance for it: the charge's refunded amount follows. */
  const changeRefund = (id: string, status: Refund['status']) => {
    const one = refunds.find((refund) => refund.id === id)
    if (one === undefined) throw invalid('resource_missing', `No such refund: '${id}'`, 404)
    if (one.intent !== null && one.status !== 'failed' && status === 'failed')
      find(one.intent).refunded -= one.amount
    one.status = status
    return one
  }

  /** Out of the cash balance of a customer who transferred too much. */
  const returnCash = (customer: string, amount: number, metadata: Record<string, string>) => {
    const intent = [...intents.values()].find((one) => one.customer === customer)
    if (intent === undefined || cashOf(intent) < amount)
      throw invalid('balance_insufficient', 'The customer has no such cash balance.')
    intent.part -= amount
    const made: Refund = {
      id: idOf('re'),
      intent: null,
      amount,
      metadata,
      status: 'succeeded',
      created: seconds(),
    }
    refunds.push(made)
    return made
  }

  /** While it waits for the rest, the received amount is the intent's own. */
  const cashOf = (intent: Intent) => (intent.status === 'requires_action' ? 0 : intent.part)

  const showCash = (customer: string): Shown<Stripe.CashBalance> => {
    if (!customers.has(customer)) throw invalid('resource_missing', `No such customer: '${customer}'`, 404)
    const cents = [...intents.values()]
      .filter((one) => one.customer === customer)
      .reduce((sum, one) => sum + cashOf(one), 0)
    return {
      object: 'cash_balance',
      customer,
      livemode: false,
      available: cents === 0 ? null : { mxn: cents },
    }
  }

  const showRefund = ({ id, intent, amount, metadata, status, created }: Refund): Shown<Stripe.Refund> => ({
    id,
    object: 'refund',
    amount,
    currency: 'mxn',
    created,
    charge: intent === null ? null : `ch_${intent}`,
    payment_intent: intent,
    metadata,
    status,
  })

  const showTransfer = (id: string): Shown<Stripe.Transfer> => {
    const one = transfers.get(id)
    if (one === undefined) throw invalid('resource_missing', `No such transfer: '${id}'`, 404)
    return {
      id,
      object: 'transfer',
      amount: one.amount,
      amount_reversed: one.reversed ? one.amount : 0,
      currency: 'mxn',
      destination: one.destination,
      transfer_group: one.group,
      metadata: one.metadata,
      reversed: one.reversed,
    }
  }

  const disputesOf = (intent: string) => [...disputes.values()].filter((one) => one.intent === intent)

  /** A client disputed a charge: its money and $150.00 plus IVA are gone. */
  const dispute = (intent: string, amount: number, reason = 'fraudulent'): Dispute => {
    const made: Dispute = {
      id: idOf('dp'),
      intent: find(intent).id,
      amount,
      reason,
      status: 'needs_response',
      created: seconds(),
      dueBy: seconds() + 9 * 86_400,
      evidence: {},
      submissions: 0,
    }
    disputes.set(made.id, made)
    return made
  }

  const submit = (id: string, evidence: Record<string, string>) => {
    const one = disputes.get(id)
    if (one === undefined) throw invalid('resource_missing', `No such dispute: '${id}'`, 404)
    if (one.status !== 'needs_response')
      throw invalid('dispute_not_updatable', 'This dispute is closed or was answered.')
    one.evidence = evidence
    one.submissions += 1
    one.status = 'under_review'
  }

  const showDispute = (id: string): Shown<Stripe.Dispute> => {
    const one = disputes.get(id)
    if (one === undefined) throw invalid('resource_missing', `No such dispute: '${id}'`, 404)
    return {
      id: one.id,
      object: 'dispute',
      amount: one.amount,
      currency: 'mxn',
      charge: `ch_${one.intent}`,
      payment_intent: one.intent,
      reason: one.reason,
      status: one.status,
      balance_transactions: [
        {
          id: `txn_${one.id}`,
          object: 'balance_transaction' as const,
          amount: -one.amount,
          fee: 17_400,
          fee_details: [
            { type: 'stripe_fee', amount: 15_000, currency: 'mxn' },
            { type: 'tax', amount: 2400, currency: 'mxn' },
          ],
        },
        ...(one.status === 'won'
          ? [
              {
                id: `txn_${one.id}_back`,
                object: 'balance_transaction' as const,
                amount: one.amount,
                fee: 0,
                fee_details: [],
              },
            ]
          : []),
      ],
      evidence_details: {
        due_by: one.dueBy,
        submission_count: one.submissions,
        has_evidence: one.submissions > 0,
      },
    }
  }

  const transfer = (requested: Omit<Transfer, 'id' | 'reversed'>) => {
    const account = accounts.get(requested.destination)
    if (account === undefined)
      throw invalid('resource_missing', `No such destination: '${requested.destination}'`)
    if (!account.isActive)
      throw invalid(
        'insufficient_capabilities_for_transfer',
        'The destination account cannot receive transfers.',
      )
    const made = { ...requested, id: idOf('tr'), reversed: false }
    transfers.set(made.id, made)
    return made
  }

  const showAccount = (id: string): Shown<Stripe.Account> => {
    const one = accounts.get(id)
    if (one === undefined) throw invalid('resource_missing', `No such account: '${id}'`, 404)
    return {
      id,
      object: 'account',
      country: 'MX',
      metadata: one.metadata,
      details_submitted: one.isSubmitted ?? one.isActive,
      capabilities: { transfers: one.isActive ? 'active' : 'inactive' },
      requirements: {
        currently_due: [...(one.due ?? [])],
        past_due: [],
        current_deadline: one.deadline ?? null,
        disabled_reason: one.disabled ?? null,
      },
    }
  }

  const show = (intent: Intent, isWhole = false): Shown<Stripe.PaymentIntent> | Shown<Stripe.SetupIntent> =>
    intent.kind === 'setup' ? showSetup(intent, isWhole) : showPayment(intent, isWhole)

  const methodIn = (intent: Intent, isWhole: boolean) =>
    intent.failure !== null ? null : isWhole ? showMethod(intent.method) : intent.method.id

  const redirectTo = (intent: Intent) => ({
    type: 'redirect_to_url',
    redirect_to_url: { url: `${url()}/3ds/${intent.id}`, return_url: intent.returnUrl },
  })

  const showSetup = (intent: Intent, isWhole: boolean): Shown<Stripe.SetupIntent> => ({
    id: intent.id,
    object: 'setup_intent',
    // A card that is saved is never captured.
    status: intent.status === 'requires_capture' ? 'succeeded' : intent.status,
    customer: intent.customer,
    payment_method: methodIn(intent, isWhole),
    metadata: intent.metadata,
    created: intent.created,
    payment_method_types: ['card'],
    next_action: intent.status === 'requires_action' ? redirectTo(intent) : null,
    cancellation_reason: null,
    last_setup_error: showFailure(intent),
  })

  const showPayment = (intent: Intent, isWhole: boolean): Shown<Stripe.PaymentIntent> => ({
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    customer: intent.customer,
    payment_method: methodIn(intent, isWhole),
    metadata: intent.metadata,
    created: intent.created,
    payment_method_types: [intent.voucher ?? 'card'],
    next_action:
      intent.status !== 'requires_action'
        ? null
        : intent.voucher === null
          ? redirectTo(intent)
          : showVoucher(intent),
    cancellation_reason: intent.cancelled,
    amount: intent.amount,
    amount_received: intent.captured,
    currency: 'mxn',
    last_payment_error: showFailure(intent),
    latest_charge: isWhole ? showCharge(intent) : `ch_${intent.id}`,
    ...(intent.months === null ? {} : { payment_method_options: { card: showMonths(intent) } }),
  })

  /** At least $100 a month, Stripe's default. */
  const plansOf = ({ amount, method: { plans } }: Intent) =>
    plans ? [3, 6, 9, 12].filter((months) => amount >= months * 10_000) : []
  const planOf = (count: number) => ({ count, interval: 'month' as const, type: 'fixed_count' as const })
  const showMonths = (intent: Intent): Shown<Stripe.PaymentIntent.PaymentMethodOptions.Card> => ({
    installments: {
      enabled: true,
      available_plans: plansOf(intent).map(planOf),
      plan: intent.months ? planOf(intent.months) : null,
    },
  })

  const showVoucher = ({ id, amount, part, voucher }: Intent): Shown<Stripe.PaymentIntent.NextAction> =>
    voucher === 'oxxo'
      ? {
          type: 'oxxo_display_details',
          oxxo_display_details: {
            expires_after: seconds() + 86_400,
            hosted_voucher_url: `${url()}/voucher/${id}`,
            number: `9300${id.replaceAll(/\D/g, '').padStart(20, '0')}`,
          },
        }
      : {
          type: 'display_bank_transfer_instructions',
          display_bank_transfer_instructions: {
            type: 'mx_bank_transfer',
            amount_remaining: amount - part,
            currency: 'mxn',
            reference: id.slice(-7),
            hosted_instructions_url: `${url()}/transfer/${id}`,
            financial_addresses: [
              {
                type: 'spei',
                supported_networks: ['spei'],
                spei: { bank_code: '646', bank_name: 'STP', clabe: '646180111812345676' },
              },
            ],
          },
        }

  const showMethod = ({ id, brand, last4, wallet, customer }: Method): Shown<Stripe.PaymentMethod> => ({
    id,
    object: 'payment_method',
    type: 'card',
    customer,
    card: {
      brand,
      last4,
      exp_month: 8,
      exp_year: 2031,
      wallet: wallet === undefined ? null : { type: wallet, dynamic_last4: null },
    },
  })

  const showFailure = ({ failure, method }: Intent): Shown<Stripe.PaymentIntent.LastPaymentError> | null =>
    failure === null ? null : { type: 'card_error', ...failure, payment_method: showMethod(method) }

  const availableOn = (at: number) => at + 2 * 86_400
  const feeOf = ({ captured, months }: Intent) => {
    // 5 % for three months, and 2.5 % more for each further three.
    const ofMonths = months ? Math.round((captured * 25 * (months / 3 + 1)) / 1000) : 0
    const own = Math.round(captured * 0.036) + 300 + ofMonths
    const tax = Math.round(own * 0.16)
    return { own, tax, all: own + tax }
  }

  /** 3.6 % + $3.00, and separately the IVA on it (money.md §4). */
  const showCharge = (intent: Intent): Shown<Stripe.Charge> | null => {
    if (intent.status === 'requires_action' || intent.status === 'requires_confirmation') return null
    const { own, tax } = feeOf(intent)
    return {
      id: `ch_${intent.id}`,
      object: 'charge',
      payment_intent: intent.id,
      amount_refunded: intent.refunded,
      disputed: disputesOf(intent.id).length > 0,
      balance_transaction:
        intent.transactionAt === null
          ? null
          : {
              id: `txn_${intent.id}`,
              object: 'balance_transaction',
              currency: 'mxn',
              amount: intent.captured,
              fee: own + tax,
              fee_details: [
                { type: 'stripe_fee', amount: own, currency: 'mxn' },
                { type: 'tax', amount: tax, currency: 'mxn' },
              ],
              available_on: availableOn(intent.transactionAt),
            },
    }
  }

  const payouts: { id: string; object: 'payout'; amount: number; currency: string; status: string }[] = []

  /** Charges less outflows; some of it not available yet. Dollars are never Kalli's. */
  const showBalance = (): Shown<Stripe.Balance> => {
    const nowSeconds = seconds()
    const [pending, available] = [0, 1].map((isThere) =>
      [...intents.values()]
        .filter(({ transactionAt }) => transactionAt !== null)
        .filter(({ transactionAt }) => Number(availableOn(transactionAt ?? 0) <= nowSeconds) === isThere)
        .reduce((sum, intent) => sum + intent.captured - feeOf(intent).all, 0),
    )
    const left =
      refunds.reduce(
        (sum, { amount, intent, status }) => (intent === null || status !== 'succeeded' ? sum : sum + amount),
        0,
      ) +
      [...disputes.values()].reduce(
        (sum, { amount, status }) => sum + (status === 'won' ? 0 : amount) + 17_400,
        0,
      ) +
      [...transfers.values()].reduce((sum, { amount, reversed }) => sum + (reversed ? 0 : amount), 0) +
      payouts.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
    const money = (amount: number) => [
      { amount, currency: 'mxn', source_types: { card: amount } },
      { amount: 12_345, currency: 'usd', source_types: { card: 12_345 } },
    ]
    return {
      object: 'balance',
      livemode: false,
      available: money((available ?? 0) - left),
      pending: money(pending ?? 0),
    }
  }

  /** Payouts from a payee's account to their bank, with their transfers. */
  const bankPayouts: { id: string; account: string; transfers: readonly string[]; created: number }[] = []
  const payOut = (account: string, sent: readonly string[]) => {
    const id = idOf('po')
    bankPayouts.push({ id, account, transfers: sent, created: Math.floor(now().getTime() / 1000) })
    return id
  }
  const amountOf = (ref: string) => transfers.get(ref)?.amount ?? 0
  const showBankPayouts = (account: string, since: number): Shown<Stripe.Payout>[] =>
    bankPayouts
      .filter((one) => one.account === account && one.created >= since)
      .map(({ id, transfers: sent, created }) => ({
        id,
        object: 'payout',
        amount: sent.reduce((sum, ref) => sum + amountOf(ref), 0),
        currency: 'mxn',
        status: 'paid',
        created,
        arrival_date: Math.ceil(created / 86_400) * 86_400,
        destination: { id: `ba_${account}`, object: 'bank_account', bank_name: 'BBVA', last4: '6789' },
        trace_id: { status: 'supported', value: `TRACE${id}` },
      }))
  const showTransactionsOf = (account: string, payout: string): Shown<Stripe.BalanceTransaction>[] =>
    bankPayouts
      .filter((one) => one.account === account && one.id === payout)
      .flatMap(({ id, transfers: sent }) => [
        {
          id: `txn_${id}`,
          object: 'balance_transaction' as const,
          amount: -1,
          source: { id, object: 'payout' as const },
        },
        ...sent.map((ref) => ({
          id: `txn_${ref}`,
          object: 'balance_transaction' as const,
          amount: amountOf(ref),
          source: { id: `py_${ref}`, object: 'charge' as const, source_transfer: ref },
        })),
      ])

  return {
    payouts,
    payOut,
    showBankPayouts,
    showTransactionsOf,
    showBalance,
    customers,
    intents,
    refunds,
    transfers,
    disputes,
    disputesOf,
    dispute,
    submit,
    showDispute,
    accounts,
    showAccount,
    idOf,
    find,
    begin,
    confirmInMonths,
    beginVoucher,
    payVoucher,
    capture,
    cancel,
    refund,
    changeRefund,
    returnCash,
    showCash,
    showRefund,
    showTransfer,
    transfer,
    show,
    showMethod,
    showCharge,
    methodOf,
    /** The client answered their bank. */
    answer: (id: string, approves: boolean) => {
      const intent = find(id)
      if (intent.status !== 'requires_action') return
      if (approves) agreed(intent)
      else refused(intent, { code: `${intent.kind}_intent_authentication_failure` })
    },
  }
}
