import * as contract from '#contract/conversation/conversation.ts'
import type { ConversationKind, ConversationSide } from '#contract/conversation/conversation.ts'
import { pagesOf } from '#web/api-pages.ts'
import { reading } from '#web/api.ts'

/** Identifies a conversation, and the viewer's side of it. */
export type Where = {
  kind: ConversationKind
  about: string
  as?: ConversationSide | undefined
  /** The link token of a visitor without an account. */
  t?: string | undefined
}

export const inputOf = ({ kind, about, as, t }: Where) => ({
  params: { kind, id: about },
  query: { ...(t === undefined ? {} : { t }), ...(as === undefined ? {} : { as }) },
})

export const conversationReading = (where: Where) => ({
  ...reading(contract.conversation, inputOf(where)),
  staleTime: 0,
})

export const listReading = { ...pagesOf(contract.conversations, { query: {} }), staleTime: 0 }

/** The user's conversations with unread messages; shared by all buttons, so requested once. */
export const countReading = {
  ...reading(contract.conversationCount),
  staleTime: 15_000,
  refetchInterval: contract.talk.pollMs.live / 2,
}

const kinds: readonly ConversationKind[] = ['booking', 'application', 'invitation']
const sides: readonly ConversationSide[] = ['client', 'professional', 'host']

/** "booking.<id>.client", as in URLs and notifications. */
export const withOf = ({ kind, about, as }: Where) =>
  [kind, about, ...(as === undefined ? [] : [as])].join('.')

export const whereIn = (text: string | undefined): Where | undefined => {
  const [kind, about, as] = text?.split('.') ?? []
  const known = kinds.find((one) => one === kind)
  if (known === undefined || about === undefined || !/^[\da-f-]{1,36}$/i.test(about)) return undefined
  return { kind: known, about, as: sides.find((one) => one === as) }
}
