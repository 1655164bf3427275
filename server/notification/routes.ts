import * as channel from '#contract/messaging/channel.ts'
import * as contract from '#contract/notification/notification.ts'
import { count, list, one, panel, read, readAll } from '#server/notification/message/notification.ts'
import { save, settings } from '#server/notification/message/preference.ts'
import { chooseForVisit, consentOf, messagesOf } from '#server/notification/event/visit-message.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(contract.communityCount, count),
  route(contract.community, panel),
  route(contract.communityReadAll, readAll),
  route(contract.communityRead, (work, { params }) => read(work, params.id)),
  route(contract.notifications, list),
  route(contract.notificationSettings, settings),
  route(contract.saveNotificationSettings, save),
  route(channel.visitMessages, (work, { query }) => messagesOf(work, query)),
  route(channel.visitConsent, (work, { params, query }) => consentOf(work, { id: params.id, t: query.t })),
  route(channel.agreeForVisit, (work, { params, query, body }) =>
    chooseForVisit(work, { id: params.id, t: query.t }, body),
  ),
  route(contract.notification, (work, { params }) => one(work, params.id)),
]
