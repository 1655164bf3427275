import type { Attendance } from '#contract/storefront/storefront.ts'
import { AddOnLinks, addOnNote, choiceOf } from '#web/parts/booking/options/add-on-choice.tsx'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import type { BookingShell } from '#web/parts/booking/summary/shell.ts'
import { addableAt, addOf, moreOf, type Visit } from '#web/parts/booking/summary/business-services.ts'

/** The add-ons of a visit at a business, with the chosen professional or with any who has them. */
export default function BusinessAddOns({
  shell,
  search,
  business,
  visits,
  visit,
}: {
  shell: BookingShell
  search: BookingSearch
  business: Attendance
  /** Of all professionals with whom it may be. */
  visits: readonly Visit[]
  /** The visit by whose services the address names it. */
  visit: Visit
}) {
  const all = addableAt(visits)
  if (all.length === 0) return null
  const nameOf = (id: number) => business.team.find((each) => each.id === id)?.firstName ?? []
  return (
    <AddOnLinks
      shell={shell}
      search={{ ...search, service: visit.first.id, more: moreOf(visit), add: addOf(visit) }}
      all={all.map(({ key, name, group, of, givers }) => ({
        key,
        name,
        choice: choiceOf({ group }, visit.following.length > 0 ? of : undefined),
        note: [
          addOnNote(givers, visit.following.length > 0 && group === undefined ? of : undefined),
          // Where not every possible professional has it.
          ...(givers.length === visits.length
            ? []
            : [`con ${givers.flatMap(({ professionalId }) => nameOf(professionalId)).join(', ')}`]),
        ].join(' · '),
      }))}
    />
  )
}
