import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/conversation/conversation.ts'
import * as messageReport from '#contract/conversation/message-report.ts'
import { conversation, earlier, read } from '#server/conversation/conversation.ts'
import { count, list } from '#server/conversation/conversation-list.ts'
import { send } from '#server/conversation/message.ts'
import { mountLive } from '#server/conversation/live.ts'
import {
  block,
  blocked,
  decide,
  queue,
  report,
  unblock,
  unblockPerson,
} from '#server/conversation/moderation.ts'
import { mountPhotos, send as sendPhoto } from '#server/conversation/photo.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import type { AppContext } from '#server/platform/work.ts'

export const routes: readonly Route[] = [
  route(contract.conversations, list),
  route(contract.conversationCount, count),
  route(contract.conversation, (work, { params, query }) => conversation(work, params, query)),
  route(contract.earlierMessages, earlier),
  route(contract.sendMessage, send),
  route(contract.sendPhoto, sendPhoto),
  route(contract.readConversation, read),
  route(messageReport.blockOther, (work, { params, query }) => block(work, params, query)),
  route(messageReport.unblockOther, (work, { params, query }) => unblock(work, params, query)),
  route(messageReport.blockedByMe, blocked),
  route(messageReport.unblockPerson, unblockPerson),
  route(messageReport.reportMessage, report),
  route(messageReport.reportQueue, queue),
  route(messageReport.decideReport, decide),
]

export const mountConversations = (app: FastifyInstance, context: AppContext) => {
  mountLive(app, context)
  mountPhotos(app, context)
}
