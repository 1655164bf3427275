import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, PageQuery, Text, Uuid } from '#contract/platform/shapes.ts'
import type { Allowed } from '#contract/platform/allowed.ts'
import { minuteMs } from '#contract/platform/duration.ts'

/** Subjects of conversations; each has one conversation between exactly two parties. */
export const ConversationKind = z.enum(['booking', 'application', 'invitation'])
export type ConversationKind = z.output<typeof ConversationKind>

export const ConversationSide = z.enum(['client', 'professional', 'host'])
export type ConversationSide = z.output<typeof ConversationSide>

export const talk = {
  maxCharacters: 2000,
  /** Messages loaded at once; earlier ones are loaded on request. */
  page: 40,
  /** While the event stream is connected, and while it is not. */
  pollMs: { live: minuteMs, alone: 5_000 },
  /** After the subject ends, both can still write for this long. */
  openDaysAfter: 14,
} as const

/** The status of the subject, as far as its conversation is concerned. */
export type TalkState =
  /** The other party does not know of it yet. */
  | 'not_yet'
  | 'open'
  /** It ended; there is still time to write. */
  | 'ended'
  | 'over'
  /** The viewer transferred the hours: they now belong to another professional. */
  | 'handed_over'
  /** The other party left Kalli. */
  | 'left'

export type Talk = { state: TalkState; iBlocked: boolean; blockedMe: boolean }

/** Whether this party may write now. The reason replaces the composer. */
export const mayWrite = ({ state, iBlocked, blockedMe }: Talk): Allowed => {
  if (iBlocked) return { allowed: false, reason: 'Bloqueaste a esta persona. Desbloquéala para escribirle.' }
  if (blockedMe) return { allowed: false, reason: 'Esta conversación no recibe mensajes por ahora.' }
  const reason = closedReasons[state]
  return reason === null ? { allowed: true } : { allowed: false, reason }
}

const closedReasons: Readonly<Record<TalkState, string | null>> = {
  not_yet: 'Podrán escribirse cuando se envíe la solicitud o se confirme el pago.',
  open: null,
  ended: null,
  over: `Terminó hace más de ${talk.openDaysAfter} días: ya no recibe mensajes.`,
  handed_over: 'Cediste estas horas: la conversación queda como estaba.',
  left: 'Esta persona ya no está en Kalli.',
}

/** Placeholders for hidden text. */
export const hiddenWords = {
  phone: '[teléfono oculto]',
  email: '[correo oculto]',
  link: '[enlace oculto]',
  handle: '[usuario oculto]',
} as const

export const ConversationMessage = z.object({
  id: Uuid,
  /** Sequence number within its conversation. */
  number: z.int(),
  by: ConversationSide,
  mine: z.boolean(),
  /** With hidden contact details, if any; empty for photos and removed messages. */
  text: z.string(),
  /** Some of it is hidden until confirmation. */
  hidden: z.boolean(),
  /** Has its own address, accessible only to the two parties. */
  photo: z.nullable(z.object({ width: z.int(), height: z.int() })),
  /** Null if visible. Its author left, or Kalli removed it. */
  gone: z.nullable(z.enum(['left', 'removed'])),
  at: Instant,
})
export type ConversationMessage = z.output<typeof ConversationMessage>

const Other = z.object({
  name: z.string(),
  photo: z.nullable(z.string()),
  side: ConversationSide,
})

export const Conversation = z.object({
  kind: ConversationKind,
  /** The id of the subject. */
  about: z.string(),
  /** "Corte y peinado" or the name of a space. */
  title: z.string(),
  /** "vie 20 nov, 10:00", or the business. */
  detail: z.string(),
  as: ConversationSide,
  other: Other,
  /** Telephones, e-mails, links and handles are hidden until the subject is confirmed. */
  hides: z.boolean(),
  mayWrite: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
  iBlocked: z.boolean(),
  /** A block applies between two accounts; a visitor without one cannot be blocked. */
  mayBlock: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
  /** The other party has read up to this number. */
  otherRead: z.int(),
  unread: z.int(),
  /** The newest messages, in ascending order. */
  messages: z.array(ConversationMessage),
  /** Whether there are older ones. */
  earlier: z.boolean(),
})
export type Conversation = z.output<typeof Conversation>

export const ConversationLine = z.object({
  kind: ConversationKind,
  about: z.string(),
  as: ConversationSide,
  other: Other,
  title: z.string(),
  /** Preview of the last message. */
  last: z.object({ text: z.string(), mine: z.boolean(), isPhoto: z.boolean(), at: Instant }),
  unread: z.int(),
})
export type ConversationLine = z.output<typeof ConversationLine>

export const where = z.object({ kind: ConversationKind, id: z.string().check(z.regex(/^[0-9a-f-]{1,36}$/i)) })
/** `t`: the link token of a visitor without an account; `as`: the viewer's role. */
export const viewerQuery = z.object({
  t: z.optional(z.string().check(z.maxLength(600))),
  as: z.optional(ConversationSide),
})

export const conversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  summary: 'List conversations, latest first, page by page',
  access: 'account',
  query: z.object(PageQuery),
  reply: z.array(ConversationLine),
  refusals: ['invalid_input'],
})

export const conversationCount = endpoint({
  method: 'GET',
  path: '/api/conversations/count',
  summary: 'Count unread conversations and list the latest hundred',
  access: 'account',
  reply: z.object({
    count: z.int(),
    of: z.array(z.object({ kind: ConversationKind, about: z.string(), unread: z.int() })),
  }),
})

export const conversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:kind/:id',
  summary: 'Get the conversation about a booking, application or invitation, with its newest messages',
  access: 'anyone',
  params: where,
  query: viewerQuery,
  reply: Conversation,
  refusals: ['not_found'],
})

export const earlierMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:kind/:id/messages',
  summary: 'List messages before a number, oldest first',
  access: 'anyone',
  params: where,
  query: z.extend(viewerQuery, { before: z.coerce.number().check(z.int(), z.positive(), z.maximum(1e9)) }),
  reply: z.object({ messages: z.array(ConversationMessage), earlier: z.boolean() }),
  refusals: ['not_found'],
})

const sendRefusals = ['not_found', 'conversation_closed', 'message_of_another', 'too_many_requests'] as const

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:kind/:id/messages',
  summary: 'Send a message; the same id is the same message',
  access: 'anyone',
  params: where,
  query: viewerQuery,
  body: z.object({ id: Uuid, text: Text(talk.maxCharacters) }),
  reply: ConversationMessage,
  idempotent: true,
  refusals: sendRefusals,
  limit: 'messages',
})

export const sendPhoto = endpoint({
  method: 'PUT',
  path: '/api/conversations/:kind/:id/photos/:message',
  summary:
    'Send a photo (JPEG, PNG, WebP or AVIF up to 8 MB) without camera data; the same number is the same photo',
  access: 'anyone',
  upload: { maxBytes: 8 * 1024 * 1024 },
  params: z.extend(where, { message: Uuid }),
  query: viewerQuery,
  reply: ConversationMessage,
  refusals: [
    ...sendRefusals,
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
  ],
  limit: 'uploads',
})

export const readConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/:kind/:id/read',
  summary: 'Mark a conversation as read up to a number; never decreases',
  access: 'anyone',
  params: where,
  query: viewerQuery,
  body: z.object({ upTo: z.int().check(z.minimum(0), z.maximum(1e9)) }),
  reply: Done,
  refusals: ['not_found'],
})
