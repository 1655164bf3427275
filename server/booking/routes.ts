/** The endpoints of bookings; each folder lists its own. */
import * as moneyActs from '#contract/booking/support/money-act.ts'
import * as transferHours from '#contract/booking/rent/hand-over.ts'
import * as rescues from '#contract/booking/cancellation/rescue.ts'
import { actsOfStaff } from '#server/booking/moves/money-act.ts'
import { openOffers } from '#server/booking/columns/hand-over-row.ts'
import { hostRescues } from '#server/booking/columns/rescue.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { routes as contact } from '#server/booking/contact/routes.ts'
import { routes as summary } from '#server/booking/summary/routes.ts'
import { routes as prepaid } from '#server/booking/prepaid/routes.ts'
import { routes as agenda } from '#server/booking/agenda/routes.ts'
import { routes as request } from '#server/booking/request/routes.ts'
import { routes as settlement } from '#server/booking/settlement/routes.ts'
import { routes as checkout } from '#server/booking/checkout/routes.ts'
import { routes as cancellation } from '#server/booking/cancellation/routes.ts'
import { routes as rent } from '#server/booking/rent/routes.ts'
import { routes as visit } from '#server/booking/visit/routes.ts'
import { routes as change } from '#server/booking/change/routes.ts'
import { routes as closure } from '#server/booking/closure/routes.ts'
import { routes as desk } from '#server/booking/desk/routes.ts'
import { routes as classes } from '#server/booking/class/routes.ts'
import { routes as own } from '#server/booking/own/routes.ts'
import { routes as series } from '#server/booking/series/routes.ts'
import { routes as support } from '#server/booking/support/routes.ts'
import { routes as waitlist } from '#server/booking/waitlist/routes.ts'
import { routes as client } from '#server/booking/client/routes.ts'

export const routes: readonly Route[] = [
  ...contact,
  ...summary,
  ...prepaid,
  ...agenda,
  ...request,
  ...settlement,
  ...checkout,
  ...cancellation,
  ...rent,
  ...visit,
  ...change,
  ...closure,
  ...desk,
  ...classes,
  ...own,
  ...series,
  ...support,
  ...waitlist,
  ...client,
  route(moneyActs.moneyActs, actsOfStaff),
  route(rescues.hostRescues, (work) => hostRescues(work)),
  route(transferHours.handOvers, (work) => openOffers(work, { mine: true })),
]
