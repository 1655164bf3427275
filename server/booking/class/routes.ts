import * as classes from '#contract/booking/class/class.ts'
import * as classMove from '#server/booking/class/class-move.ts'
import * as classPlan from '#server/booking/class/class-plan.ts'
import * as ownClass from '#server/booking/class/class.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(classes.classPlaces, (work, { params }) => classPlan.places(work, params.id)),
  route(classes.previewClasses, (work, { body }) => classPlan.preview(work, body)),
  route(classes.setClasses, classPlan.set),
  route(classes.readClass, (work, { params }) => ownClass.readOwn(work, params.id)),
  route(classes.cancelClass, ownClass.cancel),
  route(classes.previewClassMove, classMove.preview),
  route(classes.moveClass, classMove.move),
  route(classes.acceptClassMove, (work, { params, query, body }) =>
    classMove.accept(work, params.id, { ...query, ...body }),
  ),
]
