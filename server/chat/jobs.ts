import { answerMessage } from '#server/chat/chat.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [subscribe('message.received', 'chat.answer', answerMessage)]
