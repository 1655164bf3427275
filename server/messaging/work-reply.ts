/** The quick replies of messages to professionals and hosts: the pending request, in the version in which it was sent. */
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { ReplyOption } from '#server/messaging/reply.ts'
import type { Work } from '#server/platform/work.ts'

const WaitingSide = z.enum(['professional', 'host'])

/** `request`: a pending booking. `change`: a proposed hour. `rescue`: another place for a visit. */
export type Waiting = {
  what: 'request' | 'change' | 'rescue'
  id: string
  as: z.output<typeof WaitingSide>
  version: number
}
/** A conversation, by its subject. */
export type Talk = {
  kind: 'booking' | 'application' | 'invitation'
  about: string
  as: 'client' | 'professional' | 'host'
}

const kind = 'work-reply'
const Said = z.union([
  z.object({
    w: z.enum(['request', 'change', 'rescue']),
    i: z.uuid(),
    s: WaitingSide,
    v: z.int(),
    a: z.enum(['accept', 'decline']),
  }),
  z.object({
    k: z.enum(['booking', 'application', 'invitation']),
    i: z.string(),
    s: z.enum(['client', 'professional', 'host']),
  }),
])

/** Expires after a week; a reply to an answered or changed request says so. */
const life = 7 * dayMs
const until = ({ now }: Work) => new Date(now.getTime() + life)

export const waitingOptions = (work: Work, { what, id, as, version }: Waiting): ReplyOption[] => {
  const sign = (answer: 'accept' | 'decline') =>
    work.tokens.sign(kind, { w: what, i: id, s: as, v: version, a: answer }, until(work))
  return [
    { title: 'Aceptar', answer: sign('accept') },
    { title: 'No puedo', answer: sign('decline') },
  ]
}

export const talkOptions = (work: Work, { kind: about, about: id, as }: Talk): ReplyOption[] => [
  { title: 'Leer y responder', answer: work.tokens.sign(kind, { k: about, i: id, s: as }, until(work)) },
]

export type WorkReply = ({ answer: 'accept' | 'decline' } & Waiting) | Talk

/** Null: no quick reply of ours, or an old one. */
export const workReplyOf = (work: Work, answer: string): WorkReply | null => {
  const opened = z.safeParse(Said, work.tokens.open(kind, answer, work.now))
  if (!opened.success) return null
  const said = opened.data
  return 'w' in said
    ? { what: said.w, id: said.i, as: said.s, version: said.v, answer: said.a }
    : { kind: said.k, about: said.i, as: said.s }
}
