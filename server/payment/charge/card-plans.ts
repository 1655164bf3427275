/** The numbers of interest-free months in which a card can pay. Nothing is charged or held. */
import { createHash } from 'node:crypto'
import { ownCard } from '#server/payment/charge/own-card.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { type CardSource, ProviderRefusal, ProviderUnreachable } from '#server/payment/provider/provider.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * The numbers of months that the bank of a new card, or of one of the client's saved cards, offers for an amount; none for a card that
 * cannot pay. Calls the processor, outside any transaction. Refuses not_found, card_expired, and busy without an answer.
 */
export const cardPlans = async (
  work: Work,
  request: { reference: string; card: { token: string } | { cardId: string }; amountCents: number },
): Promise<readonly number[]> => {
  const { card, amountCents } = request
  const source: CardSource =
    'token' in card ? card : { cardRef: (await ownCard(work, card.cardId)).cardRef, isPresent: true }
  const key = `plans:${createHash('sha256').update(JSON.stringify(request)).digest('base64url')}`
  try {
    return await processorOf(work.config).installmentPlans(work, {
      key,
      requestedAt: work.now,
      amountCents,
      source,
    })
  } catch (error) {
    // The reason is shown when the card is charged.
    if (error instanceof ProviderRefusal) return []
    if (error instanceof ProviderUnreachable) return refuse('busy')
    throw error
  }
}
