import * as waiting from '#contract/booking/waitlist/waitlist.ts'
import * as waitlist from '#server/booking/waitlist/waitlist.ts'
import * as waitlistJoin from '#server/booking/waitlist/waitlist-join.ts'
import * as waitlistView from '#server/booking/waitlist/waitlist-view.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(waiting.joinWaitlist, (work, { body }) => waitlistJoin.join(work, body)),
  route(waiting.ownWaitlist, (work) => waitlistView.ownWaitlist(work)),
  route(waiting.moveWaitlistEntry, (work, { params }) => waitlist.moveOwn(work, params.id, params.move)),
  route(waiting.linkedWaitlistEntry, (work, { params }) => waitlist.readLinked(work, params.token)),
  route(waiting.moveLinkedWaitlistEntry, (work, { params }) =>
    waitlist.moveLinked(work, params.token, params.move),
  ),
  route(waiting.professionalWaitlist, (work) => waitlistView.waitingForMe(work)),
]
