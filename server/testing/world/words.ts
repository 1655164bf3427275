/** Texts of people to and about each other: reviews, conversations and reports. Each returns its id in addresses. */
import { sendMessage } from '#contract/conversation/conversation.ts'
import type { World } from '#server/testing/world.ts'
import { bookingOf } from '#server/testing/world/visits.ts'

/** A booking about which its client has written one message, which has the booking's id. */
const talkOf = async (world: World) => {
  const id = await bookingOf(world)
  await world.persons['owner client'].call(sendMessage, {
    params: { kind: 'booking', id },
    body: { id, text: '¿A qué hora llego?' },
  })
  return id
}

const reviewOf = async (world: World) => {
  const { id } = await world.kalli.database.kysely
    .insertInto('reviews')
    .values({
      booking_id: await bookingOf(world),
      subject: 'professional',
      professional_id: world.at.professional.id,
      score: 5,
      author_first_name: 'Lucía',
      created_at: world.kalli.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const words = {
  /** Of the stylist, published; each of another visit, since a visit has one review of each part. */
  review: (world: World) => reviewOf(world),
  reviewReport: async (world: World) => {
    const { id } = await world.kalli.database.kysely
      .insertInto('review_reports')
      .values({
        review_id: await reviewOf(world),
        reason: 'other',
        note: '',
        created_at: world.kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  /** A client's review that was answered, by its booking. */
  answered: async (world: World) => {
    const { booking_id } = await world.kalli.database.kysely
      .updateTable('reviews')
      .set({ state: 'published', reply: 'Gracias.', replied_at: world.kalli.clock() })
      .where('id', '=', await reviewOf(world))
      .returning('booking_id')
      .executeTakeFirstOrThrow()
    return booking_id
  },
  /** The stylist, blocked by the client: the id of their account. */
  blocked: async ({ kalli, at, clientAccountId }: World) => {
    const { account_id } = await kalli.database.kysely
      .selectFrom('professionals')
      .select('account_id')
      .where('id', '=', at.professional.id)
      .executeTakeFirstOrThrow()
    await kalli.database.kysely
      .insertInto('conversation_blocks')
      .values({ blocker_id: clientAccountId, blocked_id: account_id, created_at: kalli.clock() })
      .execute()
    return account_id
  },
  talk: (world: World) => talkOf(world),
  messageReport: async (world: World) => {
    const { id } = await world.kalli.database.kysely
      .insertInto('conversation_reports')
      .values({
        message_id: await talkOf(world),
        side: 'professional',
        reason: 'other',
        created_at: world.kalli.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
}
