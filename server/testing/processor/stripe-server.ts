/**
 * A small Stripe on this machine, for tests without keys: real HTTP, form-encoded requests, idempotency keys, errors and signed events as
 * in its published interface. It refuses parameters that the interface does not know.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import type { Stripe as Settings } from '#server/platform/config-providers.ts'
import {
  type Account,
  invalid,
  openLedger,
  Refused,
  type Shown,
  type VoucherKind,
} from '#server/testing/processor/stripe-records.ts'

export type StripeServer = Awaited<ReturnType<typeof startStripe>>

/** `account`: the payee's account in whose name it is made. */
type Request = { method: string; path: string; form: URLSearchParams; account?: string | undefined }
type Event = { id: string; kind: string; object: object }

export const startStripe = async (clock: () => Date = () => new Date()) => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = `http://127.0.0.1:${isPort(address) ? address.port : 0}`
  const settings: Settings = {
    key: 'sk_test_kalli',
    publishableKey: 'pk_test_kalli',
    webhookSecret: 'whsec_of_the_tests',
    accountsWebhookSecret: 'whsec_of_accounts',
    url,
  }
  let now = clock
  const books = openLedger(
    () => url,
    () => now(),
  )
  const answers = new Map<string, { request: string; status: number; body: string }>()
  const events: Event[] = []
  /** The same, all of them. */
  const reported: Event[] = []
  const received: Request[] = []
  /** All responses, for the test that compares them with Stripe's published objects. */
  const answered: { what: string; body: object }[] = []
  let mayAnswer = true

  const sendWebhook = (kind: string, object: object) => {
    const event = { id: `evt_${randomUUID()}`, kind, object }
    events.push(event)
    reported.push(event)
  }

  const changed = (id: string) => {
    const intent = books.find(id)
    const kinds: Partial<Record<typeof intent.status, string>> = {
      requires_action: 'requires_action',
      requires_capture: 'amount_capturable_updated',
      requires_payment_method: intent.kind === 'setup' ? 'setup_failed' : 'payment_failed',
      succeeded: 'succeeded',
      canceled: 'canceled',
    }
    const kind = kinds[intent.status]
    if (kind !== undefined) sendWebhook(`${intent.kind}_intent.${kind}`, books.show(intent))
    return books.show(intent, true)
  }

  const carriedOut = ({ method, path, form, account: asAccount }: Request): object => {
    const [, , noun = '', id, verb] = path.split('/')
    const what = `${method} ${noun}${id === undefined ? '' : '/:id'}${verb === undefined ? '' : `/${verb}`}`
    const allowed = parameters[what]
    if (allowed === undefined)
      throw invalid('url_invalid', `Unrecognized request URL (${method}: ${path}).`, 404)
    for (const name of form.keys())
      if (!allowed.includes(name.split('[')[0] ?? ''))
        throw invalid('parameter_unknown', `Received unknown parameter: ${name}`)
    const text = (name: string) => form.get(name)
    const amount = Number(text('amount') ?? 0)
    const metadata = {
      ...(text('metadata[reference]') === null ? {} : { reference: text('metadata[reference]') ?? '' }),
      ...(text('metadata[key]') === null ? {} : { key: text('metadata[key]') ?? '' }),
    }
    const list = (data: readonly object[]) => ({ object: 'list', has_more: false, url: path, data })
    switch (what) {
      case 'POST customers': {
        const customer = books.idOf('cus')
        books.customers.add(customer)
        return { id: customer, object: 'customer', metadata } satisfies Shown<Stripe.Customer>
      }
      case 'GET customers/:id/cash_balance':
        return books.showCash(id ?? '')
      case 'GET payment_methods/:id':
        return books.showMethod(books.methodOf(id ?? ''))
      case 'POST payment_intents':
      case 'POST setup_intents': {
        const isSetup = noun === 'setup_intents'
        const waits = text('payment_method_options[card][installments][enabled]') === 'true'
        if (
          (text('confirm') === 'true') === waits ||
          (!isSetup && (text('currency') !== 'mxn' || amount < 1000))
        )
          throw invalid('parameter_missing', 'The tests know confirmed intents of at least 10 pesos.')
        if (waits && (text('return_url') ?? text('off_session') ?? text('error_on_requires_action')))
          throw invalid('parameter_invalid', 'This is said when an intent is confirmed.')
        const voucher = voucherKind(form)
        // OXXO's counters accept 10 to 10,000 MXN a payment.
        if (voucher === 'oxxo' && amount > 1_000_000)
          throw invalid('amount_too_large', 'Amount must be no more than $10,000.00 mxn')
        if (voucher !== null)
          return changed(
            books.beginVoucher(voucher, {
              amount,
              customer: text('customer'),
              metadata,
              returnUrl: text('return_url'),
            }).id,
          )
        const before = new Set(books.intents.keys())
        try {
          books.begin(isSetup ? 'setup' : 'payment', {
            amount,
            customer: text('customer'),
            method: text('payment_method') ?? '',
            keeps: isSetup || text('setup_future_usage') === 'off_session',
            metadata,
            returnUrl: text('return_url'),
            offSession: text('off_session') === 'true',
            waits,
          })
        } finally {
          for (const made of books.intents.keys()) if (!before.has(made)) changed(made)
        }
        return books.show(books.find([...books.intents.keys()].at(-1) ?? ''), true)
      }
      case 'GET payment_intents/:id':
        if (id === 'search')
          return list(
            [...books.intents.values()]
              .filter(({ metadata }) => text('query') === `metadata['key']:'${metadata['key']}'`)
              .map((intent) => books.show(intent, true)),
          )
        return books.show(books.find(id ?? ''), true)
      case 'GET setup_intents/:id':
        return books.show(books.find(id ?? ''), true)
      case 'GET payment_intents':
      case 'GET setup_intents':
        return list(
          [...books.intents.values()]
            .filter(({ kind, customer }) => noun.startsWith(kind) && customer === text('customer'))
            .map((intent) => books.show(intent, true)),
        )
      case 'POST payment_intents/:id/confirm': {
        const plan = 'payment_method_options[card][installments][plan]'
        if (text(`${plan}[type]`) !== 'fixed_count' || text(`${plan}[interval]`) !== 'month')
          throw invalid('parameter_missing', 'The tests know plans of a fixed number of months.')
        try {
          books.confirmInMonths(id ?? '', Number(text(`${plan}[count]`)), text('return_url'))
        } finally {
          changed(id ?? '')
        }
        return books.show(books.find(id ?? ''), true)
      }
      case 'POST payment_intents/:id/capture':
        books.capture(id ?? '', Number(text('amount_to_capture')))
        return changed(id ?? '')
      case 'POST payment_intents/:id/cancel':
      case 'POST setup_intents/:id/cancel':
        books.cancel(id ?? '')
        return changed(id ?? '')
      case 'POST refunds': {
        if (text('origin') === 'customer_balance') {
          if (text('currency') !== 'mxn') throw invalid('parameter_missing', 'A return wants its currency.')
          const returned = books.returnCash(text('customer') ?? '', amount, metadata)
          sendWebhook('refund.created', books.showRefund(returned))
          return books.showRefund(returned)
        }
        const intent = text('payment_intent') ?? ''
        const made = books.refund(intent, amount, metadata)
        sendWebhook('charge.refunded', books.showCharge(books.find(intent)) ?? {})
        sendWebhook('refund.created', books.showRefund(made))
        return books.showRefund(made)
      }
      case 'GET refunds':
        return list(
          books.refunds
            .filter(({ intent }) => intent === (text('payment_intent') ?? intent))
            .filter(({ created }) => created >= Number(text('created[gte]') ?? 0))
            .map((one) => books.showRefund(one)),
        )
      case 'GET disputes':
        return list(
          [...books.disputes.values()]
            .filter(({ intent }) => intent === (text('payment_intent') ?? intent))
            .filter(({ created }) => created >= Number(text('created[gte]') ?? 0))
            .map((one) => books.showDispute(one.id)),
        )
      case 'GET disputes/:id':
        return books.showDispute(id ?? '')
      case 'POST disputes/:id':
        if (text('submit') !== 'true') throw invalid('parameter_missing', 'The tests know what is submitted.')
        books.submit(id ?? '', Object.fromEntries([...form].filter(([name]) => name.startsWith('evidence['))))
        return books.showDispute(id ?? '')
      case 'POST transfers': {
        const made = books.transfer({
          amount,
          destination: text('destination') ?? '',
          group: text('transfer_group') ?? '',
          metadata,
        })
        sendWebhook('transfer.created', books.showTransfer(made.id))
        return books.showTransfer(made.id)
      }
      case 'GET balance':
        return books.showBalance()
      case 'GET payouts':
        return list(
          asAccount === undefined
            ? books.payouts
            : books.showBankPayouts(asAccount, Number(text('created[gte]') ?? 0)),
        )
      case 'GET balance_transactions':
        return list(books.showTransactionsOf(asAccount ?? '', text('payout') ?? ''))
      case 'GET transfers/:id':
        return books.showTransfer(id ?? '')
      case 'GET transfers':
        return list(
          [...books.transfers.values()]
            .filter(({ group }) => group === (text('transfer_group') ?? group))
            .map(({ id }) => books.showTransfer(id)),
        )
      case 'POST accounts': {
        if (text('country') !== 'MX' || text('capabilities[transfers][requested]') !== 'true')
          throw invalid('parameter_missing', 'The tests know accounts of Mexico that receive transfers.')
        const account = books.idOf('acct')
        const created = Math.floor(now().getTime() / 1000)
        books.accounts.set(account, { isActive: false, metadata, due: ['external_account'], created })
        return books.showAccount(account)
      }
      case 'GET accounts':
        return list(
          [...books.accounts]
            .filter(([, { created = 0 }]) => created >= Number(text('created[gte]')))
            .map(([account]) => books.showAccount(account)),
        )
      case 'GET accounts/:id':
        return books.showAccount(id ?? '')
      case 'POST accounts/:id/login_links':
        if (!books.showAccount(id ?? '').details_submitted)
          throw invalid('account_invalid', 'Login links are for accounts that were submitted.')
        return { object: 'login_link', url: `${url}/express/${id}` } satisfies Shown<Stripe.LoginLink>
      case 'POST account_links':
        books.showAccount(text('account') ?? '')
        if (text('type') !== 'account_onboarding' || !text('return_url') || !text('refresh_url'))
          throw invalid('parameter_missing', 'An account link wants its two ways back.')
        return {
          object: 'account_link',
          url: `${url}/onboarding/${text('account')}`,
        } satisfies Shown<Stripe.AccountLink>
      default:
        throw new Error(`nobody does ${what}`)
    }
  }

  /** Whether the card of a request executes it and then does not answer. */
  const isSilent = ({ path, form }: Request) => {
    const id = path.split('/')[3] ?? form.get('payment_intent') ?? ''
    return form.get('payment_method') === 'pm_silent' || books.intents.get(id)?.method.behaviour === 'silent'
  }

  const answer = (request: Request, headers: IncomingMessage['headers'], response: ServerResponse) => {
    if (headers.authorization !== `Bearer ${settings.key}`)
      return reply(
        response,
        401,
        wrong({ type: 'invalid_request_error', message: 'Invalid API Key provided' }),
      )
    if (!mayAnswer) return reply(response, 503, wrong({ type: 'api_error', message: 'Stripe is away' }))
    const key = request.method === 'POST' ? headers['idempotency-key'] : undefined
    const requested = `${request.method} ${request.path} ${request.form.toString()}`
    const earlier = typeof key === 'string' ? answers.get(key) : undefined
    if (earlier !== undefined)
      return earlier.request === requested
        ? reply(response, earlier.status, earlier.body)
        : reply(
            response,
            400,
            wrong({
              type: 'idempotency_error',
              message: 'Keys for idempotent requests can only be used with the same parameters.',
            }),
          )
    const { status, body } = outcome(request)
    if (typeof key === 'string') answers.set(key, { request: requested, status, body })
    // Executed, and the response is lost.
    return request.method === 'POST' && isSilent(request)
      ? reply(response, 502, '<html>Bad Gateway</html>')
      : reply(response, status, body)
  }

  const outcome = (request: Request): { status: number; body: string } => {
    try {
      const body = carriedOut(request)
      answered.push({ what: `${request.method} ${request.path}`, body })
      return { status: 200, body: JSON.stringify(body) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { status: error.status, body: wrong(error.body) }
    }
  }

  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
    incoming.on('end', () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', url)
      const method = incoming.method ?? ''
      const request = {
        method,
        path: pathname,
        form: method === 'POST' ? new URLSearchParams(body) : searchParams,
        account: [incoming.headers['stripe-account'] ?? []].flat()[0],
      }
      received.push(request)
      answer(request, incoming.headers, response)
    })
  })

  /** A body and its headers as Stripe would send them now, or at another time or with another secret. */
  const signed = (
    event: Event,
    { at = now(), secret = settings.webhookSecret }: { at?: Date; secret?: string } = {},
  ) => {
    const body = JSON.stringify({
      id: event.id,
      object: 'event',
      type: event.kind,
      data: { object: event.object },
    })
    const time = Math.floor(at.getTime() / 1000)
    const mark = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return {
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${mark}` },
    }
  }

  return {
    url,
    settings,
    books,
    events,
    received,
    answered,
    sent: reported,
    signed,
    setClock: (clock: () => Date) => {
      now = clock
    },
    /** Unavailable: 503 to everything. */
    setAway: (isAway: boolean) => {
      mayAnswer = !isAway
    },
    /** As after a day. */
    forgetKeys: () => answers.clear(),
    answerBank: (id: string, approves: boolean) => {
      books.answer(id, approves)
      changed(id)
    },
    /** The bank releases an authorization that was not charged. */
    expire: (id: string) => {
      books.cancel(id, 'automatic')
      changed(id)
    },
    /** A bank refuses a refund days later, or there is no balance for it. */
    changeRefund: (id: string, status: 'succeeded' | 'pending' | 'failed') => {
      const made = books.changeRefund(id, status)
      sendWebhook('charge.refund.updated', books.showRefund(made))
      sendWebhook(status === 'failed' ? 'refund.failed' : 'refund.updated', books.showRefund(made))
    },
    /** A transfer of this amount. */
    transferIn: (intent: string, cents: number) => {
      books.payVoucher(intent, cents)
      const one = books.find(intent)
      sendWebhook(
        one.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.partially_funded',
        books.show(one),
      )
      if (one.status !== 'requires_action')
        sendWebhook('cash_balance.funds_available', books.showCash(one.customer ?? ''))
    },
    dispute: (intent: string, amount: number, reason?: string) => {
      const { id } = books.dispute(intent, amount, reason)
      sendWebhook('charge.dispute.created', books.showDispute(id))
      return id
    },
    decide: (id: string, status: 'won' | 'lost') => {
      const one = books.disputes.get(id) ?? missing()
      one.status = status
      sendWebhook('charge.dispute.closed', books.showDispute(id))
    },
    /** The payee submitted something, or Stripe reviewed again: two events, of the account and of its capabilities. */
    changeAccount: (id: string, change: Partial<Account>) => {
      books.accounts.set(id, { ...(books.accounts.get(id) ?? missing()), ...change })
      sendWebhook('account.updated', books.showAccount(id))
      sendWebhook('capability.updated', {
        id: 'transfers',
        object: 'capability',
        account: id,
      } satisfies Shown<Stripe.Capability>)
    },
    reverse: (id: string) => {
      const made = books.transfers.get(id) ?? missing()
      made.reversed = true
      sendWebhook('transfer.reversed', books.showTransfer(id))
    },
    /** Delivers all events so far, each twice and the last first. Returns the statuses. */
    deliver: async (kalliUrl: string): Promise<number[]> => {
      const now = events.splice(0)
      const statuses: number[] = []
      for (const event of [...now, ...now].toReversed()) {
        const { status } = await fetch(`${kalliUrl}/api/payments/webhook/stripe`, {
          method: 'POST',
          // Account events come by a separate webhook.
          ...signed(
            event,
            /^(account|capability)\./.test(event.kind)
              ? { secret: settings.accountsWebhookSecret ?? '' }
              : {},
          ),
        })
        statuses.push(status)
      }
      return statuses
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

const intentParameters = [
  'customer',
  'payment_method',
  'allowed_payment_method_types',
  'confirm',
  'return_url',
  'metadata',
  'expand',
]

/** A way to pay without a card, with all data that Stripe requires for it. */
const voucherKind = (form: URLSearchParams): VoucherKind | null => {
  const kind = form.get('payment_method_types[0]')
  if (kind !== 'oxxo' && kind !== 'customer_balance') return null
  const needed =
    kind === 'oxxo'
      ? ['payment_method_data[billing_details][name]', 'payment_method_data[billing_details][email]']
      : ['customer', 'payment_method_options[customer_balance][bank_transfer][type]']
  for (const name of [...needed, 'payment_method_data[type]'])
    if (!form.get(name)) throw invalid('parameter_missing', `Missing required param: ${name}.`)
  return kind
}

/** The parameters of each request that Kalli may use, as the published interface names them. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  'POST customers': ['metadata', 'email'],
  'GET customers/:id/cash_balance': [],
  'GET payment_methods/:id': [],
  'POST payment_intents': [
    ...intentParameters,
    'amount',
    'currency',
    'capture_method',
    'setup_future_usage',
    'off_session',
    'error_on_requires_action',
    'payment_method_types',
    'payment_method_data',
    'payment_method_options',
  ],
  'POST setup_intents': [...intentParameters, 'usage'],
  'GET payment_intents/:id': ['expand', 'query', 'limit'],
  'GET setup_intents/:id': ['expand'],
  'GET payment_intents': ['customer', 'limit', 'expand'],
  'GET setup_intents': ['customer', 'limit', 'expand'],
  'POST payment_intents/:id/confirm': ['return_url', 'payment_method_options', 'expand'],
  'POST payment_intents/:id/capture': ['amount_to_capture', 'expand'],
  'POST payment_intents/:id/cancel': [],
  'POST setup_intents/:id/cancel': [],
  'POST refunds': ['payment_intent', 'amount', 'metadata', 'origin', 'customer', 'currency'],
  'GET refunds': ['payment_intent', 'created', 'limit'],
  'GET balance': [],
  'GET payouts': ['limit', 'created', 'expand'],
  'GET balance_transactions': ['payout', 'limit', 'expand'],
  'GET disputes': ['payment_intent', 'created', 'limit'],
  'GET disputes/:id': [],
  'POST disputes/:id': ['submit', 'evidence'],
  'POST transfers': ['amount', 'currency', 'destination', 'transfer_group', 'metadata'],
  'GET transfers/:id': [],
  'GET transfers': ['transfer_group', 'created', 'limit'],
  'POST accounts': ['country', 'controller', 'capabilities', 'metadata'],
  'GET accounts': ['created', 'limit'],
  'GET accounts/:id': [],
  'POST accounts/:id/login_links': [],
  'POST account_links': ['account', 'type', 'return_url', 'refresh_url'],
}

const missing = (): never => {
  throw invalid('resource_missing', 'No such thing', 404)
}

const wrong = (error: object) => JSON.stringify({ error })

const reply = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(body)

const isPort = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null
