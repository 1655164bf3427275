import * as contract from '#contract/team/team.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { cancelHere, day, hostDay, quoteCancel, report } from '#server/team/house.ts'
import { accept, askAgain, decline, look } from '#server/team/link.ts'
import { collection, setCollection } from '#server/team/rent-by-itself.ts'
import { collect, preview, receipt, receipts, runs } from '#server/team/rent.ts'
import { forgetRentCard, payByCard, rentCard } from '#server/team/rent-card.ts'
import * as people from '#server/team/team.ts'

export const routes: readonly Route[] = [
  route(contract.team, people.team),
  route(contract.inviteMember, people.invite),
  route(contract.inviteMemberAgain, people.again),
  route(contract.editMember, people.edit),
  route(contract.revokeMember, people.revoke),
  route(contract.pauseMember, people.pause),
  route(contract.resumeMember, people.resume),
  route(contract.terminateMember, people.terminateMember),
  route(contract.memberships, people.memberships),
  route(contract.leaveTeam, people.leave),
  route(contract.houseDay, day),
  route(contract.teamDay, hostDay),
  route(contract.houseCancelQuote, quoteCancel),
  route(contract.houseCancel, cancelHere),
  route(contract.houseReport, report),
  route(contract.previewRentRun, preview),
  route(contract.collectRent, collect),
  route(contract.rentRuns, runs),
  route(contract.rentCollection, collection),
  route(contract.setRentCollection, setCollection),
  route(contract.rentReceipts, receipts),
  route(contract.rentReceipt, receipt),
  route(contract.payRentCharge, payByCard),
  route(contract.rentCard, rentCard),
  route(contract.forgetRentCard, forgetRentCard),
  route(contract.inhouse, (work, { params }) => look(work, params.token)),
  route(contract.acceptInhouse, accept),
  route(contract.declineInhouse, decline),
  route(contract.askInhouseAgain, askAgain),
]
