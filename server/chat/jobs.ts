import { answerMessage } from '#server/chat/chat.ts'
import { sayExpired } from '#server/chat/hold.ts'
import { passOn } from '#server/chat/talk.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  subscribe('message.received', 'chat.answer', answerMessage),
  subscribe('booking.expired', 'chat.hold_ended', sayExpired),
  subscribe('conversation.waits', 'chat.message_waits', passOn),
]
