import type { Hold } from '#contract/booking.ts'
import { addOnKey, type Asked, askedOf } from '#web/parts/booking/address.ts'
import { paths } from '#web/paths.ts'

/** The two shells of the engine, each with its addresses. */
export type Door = 'booking' | 'book'
export const linkOf = (door: Door, asked: Asked) =>
  door === 'booking' ? paths.booking(asked) : paths.book(asked)

/** Back to where the hour was chosen. */
export const againOf = (hold: Hold) =>
  linkOf(hold.byOwnLink ? 'book' : 'booking', {
    professional: hold.professional.id,
    service: hold.service.id,
    more: hold.people === null ? hold.moreServices.join() || undefined : undefined,
    add:
      hold.addOns
        .filter(({ added }) => added)
        .map(({ serviceId, id, person }) => addOnKey(serviceId, id, person - 1))
        .join() || undefined,
    ...(hold.people === null ? {} : askedOf(hold.people)),
  })
