/**
 * The live connection: a viewer of a conversation or of the list is notified at once of anything new, through any process. It carries no
 * content, which is fetched through the usual endpoint.
 */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { identify } from '#server/account/session.ts'
import { callerOfFile } from '#server/developer/file-caller.ts'
import { ConversationKind } from '#contract/conversation/conversation.ts'
import { talkingOf } from '#server/conversation/parties.ts'
import { callOut, openListener } from '#server/platform/http/hearing.ts'
import { refuse } from '#server/platform/refuse.ts'
import { openStreams, type Stream } from '#server/platform/http/streams.ts'
import { isOwn, type AppContext, type Viewer, type Work, workFor } from '#server/platform/work.ts'

const channel = 'conversation'

/** Ids alone: the accounts and the conversation. */
const Call = z.object({
  k: ConversationKind,
  a: z.string(),
  /** Accounts of both parties. */
  to: z.array(z.int()),
})

/** A conversation by its subject and the accounts of its two seats. */
type LiveEvent = { kind: string; about: string } & Record<'mine' | 'other', { accountId: number | null }>

/** After the transaction. A viewer who misses it finds the message at their next fetch. */
export const publishLive = async (work: Work, id: string, { kind, about, mine, other }: LiveEvent) => {
  const to = [mine, other].flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))
  await callOut(work, channel, JSON.stringify({ k: kind, a: about, to }))
    // The message is stored; only its live notification is lost.
    .catch((error: unknown) => work.log.warn({ err: error, conversation: id }, 'live notification failed'))
}

type Open = { stream: Stream; accountId: number | null; about: string | null; stay(): Promise<boolean> }

/** `GET /api/conversations/events`: for all conversations of the account; with `booking` and `t`, for a visitor's booking. */
export const mountLive = (app: FastifyInstance, context: AppContext) => {
  const listener = openListener(context, channel)
  const streams = openStreams()
  const open = new Set<Open>()

  const subscriber = {
    received: (text: string) => {
      const call = z.parse(Call, JSON.parse(text))
      for (const one of open)
        if (one.accountId === null ? one.about === call.a : call.to.includes(one.accountId))
          one.stream.send('changed', JSON.stringify({ kind: call.k, about: call.a }))
    },
    missed: () => {
      for (const { stream } of open) stream.send('again', '')
    },
  }
  let listening: Promise<unknown> | undefined
  const onMessage = () =>
    (listening ??= listener.listen(subscriber).catch((error: unknown) => {
      listening = undefined
      throw error
    }))

  // A user who signed out, or whose link ended, receives nothing more after this.
  const look = setInterval(() => {
    for (const one of open)
      one.stay().then(
        (stays) => {
          if (!stays) one.stream.end()
        },
        () => one.stream.end(),
      )
  }, context.config.lineLooksMs)
  look.unref()

  app.get<{ Querystring: { booking?: unknown; t?: unknown } }>(
    '/api/conversations/events',
    async (request, reply) => {
      const { booking, t } = request.query
      const ask = async (): Promise<Viewer> => identify(context.database, request, context.clock())
      const viewer = await callerOfFile(context, request, reply)
      const visitor = typeof booking === 'string' && typeof t === 'string' && viewer.accountId === null
      if (visitor) await talkingOf(workFor(context, viewer), { kind: 'booking', id: booking }, { t })
      else if (viewer.accountId === null) refuse('not_signed_in')
      else if (viewer.mustSetSecondFactor) refuse('second_factor_missing')
      await onMessage()
      const mine: Open = {
        stream: streams.open(
          reply,
          viewer.accountId === null ? `booking:${String(booking)}` : `account:${viewer.accountId}`,
          () => open.delete(mine),
        ),
        accountId: viewer.accountId,
        about: visitor ? booking : null,
        stay: async () =>
          visitor
            ? talkingOf(workFor(context, viewer), { kind: 'booking', id: booking }, { t }).then(
                () => true,
                () => false,
              )
            : isOwn(viewer.accountId, (await ask()).accountId),
      }
      open.add(mine)
      // A message may have arrived between the fetch and the subscription.
      mine.stream.send('again', '')
    },
  )

  app.addHook('preClose', async () => {
    clearInterval(look)
    streams.endAll()
  })
  app.addHook('onClose', () => listener.close())
}
