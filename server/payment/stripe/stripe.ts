/**
 * Stripe as Kalli's card processor. PaymentIntents with manual capture hold, SetupIntents save; the key of our call is Stripe's
 * idempotency key and is in the metadata beside our payment's id. A saved card is `customer:payment method`. charge.ts interprets the
 * intents, client.ts the errors.
 */
import type { Stripe } from 'stripe'
import { type CardProcessor, type ProviderEvent, ProviderRefusal } from '#server/payment/provider/provider.ts'
import { bankDeposits } from '#server/payment/stripe/bank-deposits.ts'
import { balance, disputedSince, unsettledSince } from '#server/payment/stripe/records.ts'
import { chargeOfPayment, chargeOfSetup, wholePayment, wholeSetup } from '#server/payment/stripe/charge.ts'
import { ask, signedEvent } from '#server/payment/stripe/client.ts'
import {
  orDeclined,
  once,
  marks,
  clockDriftSeconds,
  orNull,
  providerName,
} from '#server/payment/stripe/call.ts'
import { newCustomer, customerOf, customerOfPayment, presentCard } from '#server/payment/stripe/customer.ts'
import { confirm, holdInMonths, installmentPlans } from '#server/payment/stripe/installments.ts'
import { overTheCounter, byTransfer } from '#server/payment/stripe/voucher.ts'
import { present, isSetup, findCharge } from '#server/payment/stripe/find.ts'
import { transfer, findAccount, presentTransfer } from '#server/payment/stripe/transfer.ts'

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
  authorize: (work, { installments = null, ...call }) =>
    orDeclined(
      once(work, call, {
        make: async (stripe) => {
          if (installments !== null)
            return holdInMonths(stripe, { ...call, installments }, await presentCard(stripe, call))
          return chargeOfPayment(
            await stripe.paymentIntents.create(
              {
                amount: call.amountCents,
                currency: 'mxn',
                capture_method: 'manual',
                allowed_payment_method_types: ['card'],
                confirm: true,
                metadata: marks(call),
                ...(await presentCard(stripe, call)),
                ...('token' in call.source || call.source.isPresent
                  ? { return_url: call.returnUrl }
                  : // The cardholder is not present to approve it with the bank.
                    { off_session: true as const, error_on_requires_action: true }),
                ...wholePayment,
              },
              { idempotencyKey: call.key },
            ),
          )
        },
        earlier: async (stripe) => {
          const customer = await customerOf(stripe, call.source)
          if (customer === null) return undefined
          const { data } = await stripe.paymentIntents.list({
            customer,
            limit: 100,
            expand: wholePayment.expand.map((part) => `data.${part}`),
          })
          const made = data.find(({ metadata }) => metadata['key'] === call.key)
          if (made === undefined) return undefined
          return installments !== null && made.status === 'requires_confirmation'
            ? confirm(stripe, { ...call, installments }, made)
            : chargeOfPayment(made)
        },
      }),
    ),
  installmentPlans,
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
        const created = { gte: Math.floor(call.requestedAt.getTime() / 1000) - clockDriftSeconds }
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
            // Stripe collects the payee's data and shows them their own money; Kalli bears fees and losses.
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
        const since = Math.floor(call.requestedAt.getTime() / 1000) - clockDriftSeconds
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
  bankDeposits,
  findTransfer: (work, id) =>
    orNull(ask(work, async (stripe) => presentTransfer(await stripe.transfers.retrieve(id)))),
  openEvent: async (work, headers, body) => {
    const event = await signedEvent(work, headers['stripe-signature'], body)
    return event === null ? null : presentEvent(event)
  },
}

/** The object of ours that an event is about; other events of the account are ignored. */
const presentEvent = ({ id, type, data }: Stripe.Event): ProviderEvent => {
  const reported = Object.entries(data.object)
  const textOf = (name: string) => {
    const value: unknown = reported.find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : null
  }
  const kind: string = type
  if (/^(payment_intent|setup_intent|transfer)\./.test(kind) || kind === 'account.updated')
    return { id, kind, objectRef: textOf('id') }
  if (kind === 'capability.updated') return { id, kind, objectRef: textOf('account') }
  if (kind.startsWith('cash_balance.')) return { id, kind, objectRef: textOf('customer') }
  // About a charge, a dispute or a refund: `charge.refund.updated` and `refund.*` carry the refund itself.
  return { id, kind, objectRef: /^(charge|refund)\./.test(kind) ? textOf('payment_intent') : null }
}
