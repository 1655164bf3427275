import * as contract from '#contract/team/team.ts'
import * as days from '#contract/team/day.ts'
import * as rent from '#contract/team/rent.ts'
import * as invitation from '#contract/team/invitation.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { cancelHere, day, hostDay, quoteCancel, report } from '#server/team/business.ts'
import { accept, askAgain, decline, look } from '#server/team/link.ts'
import { collection, setCollection } from '#server/team/rent-by-itself.ts'
import { collect, preview, runs } from '#server/team/rent.ts'
import { receipt, receipts } from '#server/team/rent-receipt.ts'
import { payDirectly, undoDirect } from '#server/team/rent-direct.ts'
import { forgetRentCard, payByCard, rentCard } from '#server/team/rent-card.ts'
import * as people from '#server/team/team.ts'
import * as memberView from '#server/team/member-view.ts'
import * as memberInvite from '#server/team/member-invite.ts'

export const routes: readonly Route[] = [
  route(contract.team, memberView.team),
  route(contract.inviteMember, memberInvite.invite),
  route(contract.inviteMemberAgain, memberInvite.again),
  route(contract.editMember, people.edit),
  route(contract.revokeMember, people.revoke),
  route(contract.pauseMember, people.pause),
  route(contract.resumeMember, people.resume),
  route(contract.terminateMember, people.terminateMember),
  route(contract.memberships, memberView.memberships),
  route(contract.leaveTeam, people.leave),
  route(days.businessDay, day),
  route(days.teamDay, hostDay),
  route(days.businessCancelQuote, quoteCancel),
  route(days.businessCancel, cancelHere),
  route(days.businessReport, report),
  route(rent.previewRentRun, preview),
  route(rent.collectRent, collect),
  route(rent.rentRuns, runs),
  route(rent.rentCollection, collection),
  route(rent.setRentCollection, setCollection),
  route(rent.rentReceipts, receipts),
  route(rent.rentReceipt, receipt),
  route(rent.payRentCharge, payByCard),
  route(rent.payRentDirectly, payDirectly),
  route(rent.undoDirectPayment, undoDirect),
  route(rent.rentCard, rentCard),
  route(rent.forgetRentCard, forgetRentCard),
  route(invitation.inhouse, (work, { params }) => look(work, params.token)),
  route(invitation.acceptInhouse, accept),
  route(invitation.declineInhouse, decline),
  route(invitation.askInhouseAgain, askAgain),
]
