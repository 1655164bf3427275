/** Transfers to a payee's account at Stripe, and whether it can receive. */
import type { Stripe } from 'stripe'
import { accountOf, keep, nextLook } from '#server/payment/provider/payout-account.ts'
import { type NewTransfer, ProviderRefusal, type Transfer } from '#server/payment/provider/provider.ts'
import { presentAccount } from '#server/payment/stripe/account.ts'
import { ask, StripeCannotReceive } from '#server/payment/stripe/client.ts'
import type { Work } from '#server/platform/work.ts'
import { once, marks, providerName } from '#server/payment/stripe/call.ts'

/**
 * Refuses while the payee has no account that may receive: the payout waits. A transfer may have been sent before the account was
 * restricted, so its key is looked up before a refusal is believed.
 */
export const transfer = async (work: Work, call: NewTransfer): Promise<Transfer> => {
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
    // Stripe refused an account that we considered ready.
    if (account.isReady) await seeAgain(work, account.ref)
    throw new ProviderRefusal('account_not_ready', { cause: error })
  }
}

/** Whether it may receive now, according to Stripe. */
const seeAgain = async (work: Work, ref: string): Promise<boolean> => {
  const look = await nextLook(work)
  const seen = await findAccount(work, ref)
  await keep(work, providerName, look, seen)
  return seen.isReady
}

export const findAccount = (work: Work, ref: string) =>
  ask(work, async (stripe) => presentAccount(await stripe.accounts.retrieve(ref)))

export const presentTransfer = ({ id, reversed }: Stripe.Transfer): Transfer => ({
  id,
  status: reversed ? 'returned' : 'sent',
})
