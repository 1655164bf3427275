/** The quick replies by WhatsApp to a notice for a professional or host: none, unless it awaits an answer as it leaves. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { About, NotificationEvent } from '#contract/notification/notification.ts'
import { ConversationKind, ConversationSide } from '#contract/conversation/conversation.ts'
import { isUuid } from '#contract/platform/shapes.ts'
import { registry } from '#contract/notification/registry.ts'
import type { ReplyOption } from '#server/messaging/reply.ts'
import { talkOptions, type Waiting, waitingOptions } from '#server/messaging/work-reply.ts'
import type { TemplateName } from '#server/notification/message/templates.ts'
import type { Work } from '#server/platform/work.ts'

type Answers = { options: readonly ReplyOption[]; template: TemplateName }
type Notice = { event: NotificationEvent; about: About; dedupeKey: string }

export const answersTo = async (work: Work, { event, about, dedupeKey }: Notice): Promise<Answers> => {
  if (about.kind === 'conversation') {
    const [kind, id = '', as] = about.id.split('.')
    const talk = z.safeParse(Talk, { kind, about: id, as })
    return talk.success
      ? { options: talkOptions(work, talk.data), template: 'kalli_mensaje' }
      : { options: [], template: 'kalli_agenda' }
  }
  const waiting = await waitingOf(work, about, dedupeKey)
  return waiting === null
    ? { options: [], template: registry[event].template }
    : { options: waitingOptions(work, waiting), template: 'kalli_solicitud_responde' }
}

const Talk = z.object({ kind: ConversationKind, about: z.string(), as: ConversationSide })

const sides: Readonly<Partial<Record<About['kind'], Waiting['as']>>> = {
  request: 'professional',
  appointments: 'professional',
  rented_hours: 'professional',
  host_request: 'host',
}

/** Only notices that ask: a merely confirmed visit expects no answer. */
const asks = /^(booking_requested|change_proposed|change_ended|rescue_begun):/

const waitingOf = async (work: Work, about: About, dedupeKey: string): Promise<Waiting | null> => {
  const as = sides[about.kind]
  if (as === undefined || !asks.test(dedupeKey) || !isUuid(about.id)) return null
  const { rows } = await sql<{ version: number; change: boolean; rescue: boolean; request: boolean }>`
    select booking.version,
      exists (select from change_proposals proposal where proposal.booking_id = booking.id and proposal.state = 'open'
        and proposal.expires_at > ${work.now} and ${sql.ref(`proposal.${as}_acceptance`)} = 'pending') as change,
      coalesce(${as} = any (booking.rescue_waits), false) and booking.rescue_by > ${work.now} as rescue,
      booking.status = 'requested' and booking.respond_by > ${work.now} and ${sql.ref(`booking.${as}_acceptance`)} = 'pending'
        and not exists (select from change_proposals proposal where proposal.booking_id = booking.id
          and proposal.state = 'open') as request
    from bookings booking where booking.id = ${about.id}::uuid`.execute(work.db)
  const [row] = rows
  if (row === undefined) return null
  const what = row.change ? 'change' : row.rescue ? 'rescue' : row.request ? 'request' : null
  return what === null ? null : { what, id: about.id, as, version: row.version }
}
