/**
 * Stripe as Kalli's card processor. PaymentIntents with manual capture hold, SetupIntents keep; the key of our call is
 * Stripe's idempotency key and stands in the metadata beside our payment's id. A kept card is `customer:payment method`.
 * What the intents mean to us is in stripe-charge.ts, what errors mean in stripe-client.ts.
 */
import type { Stripe } from 'stripe'
import { accountOf, keep, nextLook } from '#server/payment/provider/payout-account.ts'
import {
  type CardProcessor,
  type NewTransfer,
  type ProviderEvent,
  ProviderRefusal,
  type Transfer,
} from '#server/payment/provider/provider.ts'
import { balance, disputedSince, unsettledSince } from '#server/payment/stripe/records.ts'
import { presentAccount } from '#server/payment/stripe/account.ts'
import {
  chargeOfPayment,
  chargeOfSetup,

  wholePayment,
  wholeSetup,
} from '#server/payment/stripe/charge.ts'
import { ask, signedEvent, StripeCannotReceive } from '#server/payment/stripe/client.ts'
import type { Work } from '#server/platform/work.ts'
import {
  orDeclined,
  once,
  marks,
  clockDriftSeconds,
  orNull,
  providerName,
} from '#server/payment/stripe/call.ts'
import { newCustomer, customerOf, kept, customerOfPayment } from '#server/payment/stripe/customer.ts'
import { overTheCounter, byTransfer } from '#server/payment/stripe/voucher.ts'
import { present, isSetup, findCharge } from '#server/payment/stripe/find.ts'

export const stripe: CardProcessor = {
  name: providerName,
  needsAccounts: true,
  saveCard: (work, call) =>
    orDeclined(
      once(work, call, {
        make: async (stripe) =>
          chargeOfSetup(
            await stripe.setupIntents.create(
              {
                customer: await newCustomer(stripe, call),
                payment_method: call.token,
                allowed_payment_method_types: ['card'],
                usage: 'off_session',
                confirm: true,
                return_url: call.returnUrl,
                metadata: marks(call),
                ...wholeSetup,
              },
              { idempotencyKey: call.key },
            ),
          ),
        earlier: async (stripe) => {
          const customer = await customerOf(stripe, call)
          if (customer === null) return undefined
          const { data } = await stripe.setupIntents.list({
            customer,
            limit: 100,
            expand: ['data.payment_method'],
          })
          return data.filter(({ metadata }) => metadata?.['key'] === call.key).map(chargeOfSetup)[0]
        },
      }),
    ),
  authorize: (work, call) =>
    orDeclined(
      once(work, call, {
        make: async (stripe) =>
          chargeOfPayment(
            await stripe.paymentIntents.create(
              {
                amount: call.amountCents,
                currency: 'mxn',
                capture_method: 'manual',
                allowed_payment_method_types: ['card'],
                confirm: true,
                metadata: marks(call),
                ...('token' in call.source
                  ? {
                      customer: await newCustomer(stripe, call),
                      payment_method: call.source.token,
                      // A fee for not coming or a guarantee may be asked of this card later.
                      setup_future_usage: 'off_session' as const,
                      return_url: call.returnUrl,
                    }
                  : {
                      ...kept(call.source.cardRef),
                      ...(call.source.isPresent
                        ? { return_url: call.returnUrl }
                        : // Nobody is there to say yes to the bank.
                          { off_session: true as const, error_on_requires_action: true }),
                    }),
                ...wholePayment,
              },
              { idempotencyKey: call.key },
            ),
          ),
        earlier: async (stripe) => {
          const customer = await customerOf(stripe, call.source)
          if (customer === null) return undefined
          const { data } = await stripe.paymentIntents.list({
            customer,
            limit: 100,
            expand: wholePayment.expand.map((part) => `data.${part}`),
          })
          return data
            .filter(({ metadata }) => metadata['key'] === call.key)
            .map((made) => chargeOfPayment(made))[0]
        },
      }),
    ),
  voucher: (work, call) =>
    once(work, call, {
      make: async (stripe) =>
        chargeOfPayment(
          await stripe.paymentIntents.create(
            {
              amount: call.amountCents,
              currency: 'mxn',
              confirm: true,
              return_url: call.returnUrl,
              metadata: marks(call),
              ...(call.method === 'oxxo' ? overTheCounter(call) : await byTransfer(stripe, call)),
              ...wholePayment,
            },
            { idempotencyKey: call.key },
          ),
        ),
      earlier: async (stripe) => {
        const { data } = await stripe.paymentIntents.search({
          query: `metadata['key']:'${call.key}'`,
          limit: 1,
          expand: wholePayment.expand.map((part) => `data.${part}`),
        })
        return data.map((made) => chargeOfPayment(made))[0]
      },
    }),
  capture: async (work, { key, chargeRef, amountCents }) => {
    await ask(work, (stripe) =>
      stripe.paymentIntents.capture(chargeRef, { amount_to_capture: amountCents }, { idempotencyKey: key }),
    )
    return present(work, chargeRef, `${chargeRef}:capture`)
  },
  void: async (work, { key, chargeRef }) => {
    await ask<unknown>(work, (stripe) =>
      isSetup(chargeRef)
        ? stripe.setupIntents.cancel(chargeRef, {}, { idempotencyKey: key })
        : stripe.paymentIntents.cancel(chargeRef, {}, { idempotencyKey: key }),
    )
    return present(work, chargeRef, `${chargeRef}:void`)
  },
  refund: async (work, call) => {
    const id = await once(work, call, {
      make: async (stripe) => {
        const { id, status } = await stripe.refunds.create(
          { payment_intent: call.chargeRef, amount: call.amountCents, metadata: { key: call.key } },
          { idempotencyKey: call.key },
        )
        if (status === 'failed' || status === 'canceled') throw new ProviderRefusal(`the refund ${status}`)
        return id
      },
      earlier: async (stripe) => {
        const { data } = await stripe.refunds.list({ payment_intent: call.chargeRef, limit: 100 })
        return data.find(({ metadata }) => metadata?.['key'] === call.key)?.id
      },
    })
    return present(work, call.chargeRef, id)
  },
  returnLoose: async (work, call) => {
    const id = await once(work, call, {
      make: async (stripe) => {
        const { id, status } = await stripe.refunds.create(
          {
            origin: 'customer_balance',
            customer: await customerOfPayment(stripe, call.chargeRef),
            currency: 'mxn',
            amount: call.amountCents,
            metadata: { key: call.key },
          },
          { idempotencyKey: call.key },
        )
        if (status === 'failed' || status === 'canceled') throw new ProviderRefusal(`the return ${status}`)
        return id
      },
      earlier: async (stripe) => {
        const created = { gte: Math.floor(call.askedAt.getTime() / 1000) - clockDriftSeconds }
        for await (const { id, metadata } of stripe.refunds.list({ created, limit: 100 }))
          if (metadata?.['key'] === call.key) return id
        return undefined
      },
    })
    return present(work, call.chargeRef, id)
  },
  sendEvidence: async (work, call) => {
    const { about, servedOn, log, policy, rest } = call.evidence
    const id = await once(work, call, {
      make: async (stripe) => {
        const { id } = await stripe.disputes.update(
          call.disputeRef,
          {
            submit: true,
            evidence: {
              product_description: about,
              service_date: servedOn,
              access_activity_log: log,
              cancellation_policy_disclosure: policy,
              uncategorized_text: rest,
            },
          },
          { idempotencyKey: call.key },
        )
        return id
      },
      earlier: async (stripe) => {
        const { id, evidence_details } = await stripe.disputes.retrieve(call.disputeRef)
        return evidence_details.submission_count > 0 ? id : undefined
      },
    })
    return present(work, call.chargeRef, id)
  },
  transfer: (work, call) => transfer(work, call),
  openAccount: (work, call) =>
    once(work, call, {
      make: async (stripe) => {
        const { id } = await stripe.accounts.create(
          {
            country: 'MX',
            // Stripe asks the payee itself and shows them their own money; fees and what cannot be had back are Kalli's.
            controller: {
              stripe_dashboard: { type: 'express' },
              fees: { payer: 'application' },
              losses: { payments: 'application' },
              requirement_collection: 'stripe',
            },
            capabilities: { transfers: { requested: true } },
            metadata: { reference: call.destination, key: call.key },
          },
          { idempotencyKey: call.key },
        )
        return id
      },
      earlier: async (stripe) => {
        const since = Math.floor(call.askedAt.getTime() / 1000) - clockDriftSeconds
        for await (const { id, metadata } of stripe.accounts.list({ created: { gte: since }, limit: 100 }))
          if (metadata?.['key'] === call.key) return id
        return undefined
      },
    }),
  accountLink: (work, { ref, isDone, returnUrl, refreshUrl }) =>
    ask(work, async (stripe) => {
      if (isDone) return (await stripe.accounts.createLoginLink(ref)).url
      const { url } = await stripe.accountLinks.create({
        account: ref,
        type: 'account_onboarding',
        return_url: returnUrl,
        refresh_url: refreshUrl,
      })
      return url
    }),
  findAccount: (work, ref) => orNull(findAccount(work, ref)),
  find: (work, chargeRef) => orNull(findCharge(work, chargeRef)),
  disputedSince,
  unsettledSince,
  balance,
  findTransfer: (work, id) =>
    orNull(ask(work, async (stripe) => presentTransfer(await stripe.transfers.retrieve(id)))),
  openEvent: async (work, headers, body) => {
    const event = await signedEvent(work, headers['stripe-signature'], body)
    return event === null ? null : presentEvent(event)
  },
}

/**
 * Refuses while the payee has no account that may receive: the payout waits. What was sent before the account was restricted was
 * sent, so its key is looked for before a no is believed.
 */
const transfer = async (work: Work, call: NewTransfer): Promise<Transfer> => {
  const account = await accountOf(work, providerName, call.destination)
  if (account === null) throw new ProviderRefusal('no_account')
  const sending = {
    make: async (stripe: Stripe) =>
      presentTransfer(
        await stripe.transfers.create(
          {
            amount: call.amountCents,
            currency: 'mxn',
            destination: account.ref,
            transfer_group: call.reference,
            metadata: marks(call),
          },
          { idempotencyKey: call.key },
        ),
      ),
    earlier: async (stripe: Stripe) => {
      const { data } = await stripe.transfers.list({ transfer_group: call.reference, limit: 100 })
      return data.filter(({ metadata }) => metadata['key'] === call.key).map(presentTransfer)[0]
    },
  }
  try {
    if (!account.isReady && !(await seeAgain(work, account.ref))) throw new StripeCannotReceive()
    return await once(work, call, sending)
  } catch (error) {
    if (!(error instanceof StripeCannotReceive)) throw error
    const sent = await ask(work, sending.earlier)
    if (sent !== undefined) return sent
    // Stripe said no to an account that we took for ready.
    if (account.isReady) await seeAgain(work, account.ref)
    throw new ProviderRefusal('account_not_ready', { cause: error })
  }
}

/** Whether it may receive now, as Stripe's books say. */
const seeAgain = async (work: Work, ref: string): Promise<boolean> => {
  const look = await nextLook(work)
  const seen = await findAccount(work, ref)
  await keep(work, providerName, look, seen)
  return seen.isReady
}

const findAccount = (work: Work, ref: string) =>
  ask(work, async (stripe) => presentAccount(await stripe.accounts.retrieve(ref)))

const presentTransfer = ({ id, reversed }: Stripe.Transfer): Transfer => ({
  id,
  status: reversed ? 'returned' : 'sent',
})

/** Which of our objects an event is about; everything else that the account tells is of no interest. */
const presentEvent = ({ id, type, data }: Stripe.Event): ProviderEvent => {
  const told = Object.entries(data.object)
  const textOf = (name: string) => {
    const value: unknown = told.find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : null
  }
  const kind: string = type
  if (/^(payment_intent|setup_intent|transfer)\./.test(kind) || kind === 'account.updated')
    return { id, kind, objectRef: textOf('id') }
  if (kind === 'capability.updated') return { id, kind, objectRef: textOf('account') }
  if (kind.startsWith('cash_balance.')) return { id, kind, objectRef: textOf('customer') }
  // Of a charge, a dispute or a refund: `charge.refund.updated` and `refund.*` carry the refund itself.
  return { id, kind, objectRef: /^(charge|refund)\./.test(kind) ? textOf('payment_intent') : null }
}
