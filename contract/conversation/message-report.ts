/** Reports of messages, and blocked accounts. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LongText, Uuid } from '#contract/platform/shapes.ts'
import { where, viewerQuery } from '#contract/conversation/conversation.ts'

export const blockOther = endpoint({
  method: 'PUT',
  path: '/api/conversations/:kind/:id/block',
  summary: 'Block the other person everywhere until the block is removed',
  access: 'account',
  params: where,
  query: viewerQuery,
  reply: Done,
  refusals: ['not_found', 'no_account_to_block'],
})

export const unblockOther = endpoint({
  method: 'DELETE',
  path: '/api/conversations/:kind/:id/block',
  summary: 'Remove the block in this conversation',
  access: 'account',
  params: where,
  query: viewerQuery,
  reply: Done,
  refusals: ['not_found'],
})

export const Blocked = z.object({
  id: Id,
  /** Their name in the last conversation. */
  name: z.string(),
  photo: z.nullable(z.string()),
  at: Instant,
})
export type Blocked = z.output<typeof Blocked>

export const blockedByMe = endpoint({
  method: 'GET',
  path: '/api/account/blocked',
  summary: 'List blocked people, latest first; they are not told',
  access: 'account',
  reply: z.array(Blocked),
})

export const unblockPerson = endpoint({
  method: 'POST',
  path: '/api/account/blocked/:id/unblock',
  summary: 'Remove a block, wherever it was made',
  access: 'account',
  params: z.object({ id: Id }),
  reply: Done,
  refusals: ['not_found'],
})

/** Reasons to report a message. */
export const reportReasons = {
  harassment: 'Acoso o insultos',
  outside: 'Pide pagar o tratar fuera de Kalli',
  fraud: 'Parece un engaño',
  unwanted: 'Contenido sexual o que no pedí',
  other: 'Otro motivo',
} as const
export const ReportReason = z.enum(['harassment', 'outside', 'fraud', 'unwanted', 'other'])
export type ReportReason = z.output<typeof ReportReason>

export const reportMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:kind/:id/reports',
  summary: 'Report a message of the other person; once each',
  access: 'anyone',
  params: where,
  query: viewerQuery,
  body: z.object({ message: Uuid, reason: ReportReason, note: LongText(500) }),
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'message_reported'],
  limit: 'messages',
})

export const ReportedMessage = z.object({
  id: z.int(),
  reason: ReportReason,
  note: z.string(),
  at: Instant,
  /** First names of the author and the reporter. */
  author: z.string(),
  reporter: z.string(),
  title: z.string(),
  /** The reported message with its context, unmodified. */
  messages: z.array(
    z.object({
      id: Uuid,
      by: z.string(),
      text: z.string(),
      /** Available at reportedPhotoPath; each access is logged. */
      isPhoto: z.boolean(),
      reported: z.boolean(),
      at: Instant,
    }),
  ),
})
export type ReportedMessage = z.output<typeof ReportedMessage>

export const reportQueue = endpoint({
  method: 'GET',
  path: '/api/admin/message-reports',
  summary: 'List reported messages that await a decision, oldest first; the access is logged',
  access: 'admin',
  reply: z.object({ reports: z.array(ReportedMessage), waiting: z.int() }),
})

/** A photo of an open report or its context; for administrators only. */
export const reportedPhotoPath = (report: number | string, message: string, size: string) =>
  `/api/admin/message-reports/${report}/photos/${message}/${size}`

export const decideReport = endpoint({
  method: 'POST',
  path: '/api/admin/message-reports/:id/decide',
  summary: 'Remove a reported message, or keep it',
  access: 'admin',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  body: z.object({ remove: z.boolean() }),
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'report_decided'],
})
