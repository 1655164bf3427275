import type { FastifyInstance } from 'fastify'
import * as business from '#contract/space/business.ts'
import * as steps from '#contract/space/listing-steps.ts'
import * as reviews from '#contract/review/review.ts'
import * as documentContract from '#contract/space/space-document.ts'
import * as photos from '#contract/space/space-photo.ts'
import * as contract from '#contract/space/space.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import type { AppContext } from '#server/platform/work.ts'
import { businesses, change as changeBusiness } from '#server/space/business.ts'
import * as document from '#server/space/document.ts'
import * as equipment from '#server/space/equipment-photo.ts'
import { mountBusinessContract } from '#server/space/business-contract.ts'
import * as listing from '#server/space/listing.ts'
import { neighbourPrices } from '#server/space/neighbour.ts'
import * as review from '#server/space/review.ts'
import * as photo from '#server/space/space-photo.ts'
import { draft, space, spaces } from '#server/space/space.ts'
import * as step from '#server/space/step.ts'

export const routes: readonly Route[] = [
  route(contract.spaces, spaces),
  route(contract.space, (work, { params }) => space(work, params.id)),
  route(steps.draftSpace, draft),
  route(steps.saveStep1, step.business),
  route(steps.saveStep2, step.place),
  route(steps.saveStep3, step.fittings),
  route(steps.saveStep4, step.times),
  route(steps.saveStep5, step.price),
  route(steps.saveStep6, step.rules),
  route(steps.saveStep7, step.guests),
  route(steps.saveStep8, step.law),
  route(steps.saveStep9, step.payout),
  route(steps.submitSpace, listing.submit),
  route(steps.withdrawSpace, listing.withdraw),
  route(steps.pauseSpace, listing.pause),
  route(steps.resumeSpace, listing.resume),
  route(steps.archiveSpace, listing.archive),
  route(steps.neighbourPrices, (work, { params }) => neighbourPrices(work, params.id)),
  route(photos.uploadSpacePhoto, photo.upload),
  route(photos.arrangeSpacePhotos, photo.arrange),
  route(photos.uploadEquipmentPhoto, equipment.upload),
  route(photos.removeEquipmentPhoto, equipment.remove),
  route(documentContract.uploadDocument, document.upload),
  route(documentContract.removeDocument, document.remove),
  route(reviews.reviewQueue, review.queue),
  route(reviews.approveListing, review.approve),
  route(reviews.rejectListing, review.reject),
  route(reviews.suspendListing, review.suspend),
  route(reviews.reinstateListing, review.reinstate),
  route(reviews.clearListing, review.clear),
  route(reviews.acceptDocument, review.acceptDocument),
  route(reviews.rejectDocument, review.rejectDocument),
  route(business.businesses, businesses),
  route(business.saveBusiness, (work, { params, body }) => changeBusiness(work, params.id, body)),
]

/** Endpoints that are not JSON: photos, documents, and the printed rules of the business. */
export const mountFiles = (app: FastifyInstance, context: AppContext) => {
  photo.spacePhotos.mount(app, context)
  document.mountDocuments(app, context)
  mountBusinessContract(app, context)
}
