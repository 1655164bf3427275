import type { PublicProfessional } from '#contract/search/public-page.ts'
import AddOnChoice from '#web/parts/booking/options/add-on-choice.tsx'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import type { BookingShell } from '#web/parts/booking/summary/shell.ts'
import Persons from '#web/parts/booking/options/persons.tsx'
import SameVisit from '#web/parts/booking/slots/same-visit.tsx'

type Service = PublicProfessional['services'][number]

/** Additions to a chosen service: add-ons, further services in the visit, more people. Nothing can be added to a class. */
export default function BesideService({
  shell,
  search,
  service,
  services,
  all,
  addOns,
}: {
  shell: BookingShell
  search: BookingSearch
  service: Service
  services: readonly Service[]
  /** The services of each person. */
  all: readonly (readonly Service[])[]
  addOns: string | undefined
}) {
  const [visit = []] = all
  const singles = services.filter(({ classRule }) => classRule === null)
  const added = { ...search, service: service.id, add: addOns }
  return (
    <>
      {visit.some(({ addOns }) => addOns.length > 0) ? (
        <AddOnChoice shell={shell} search={added} services={visit} />
      ) : null}
      {service.classRule !== null || singles.length < 2 ? null : (
        <SameVisit
          shell={shell}
          search={search}
          services={singles}
          first={service}
          following={visit.slice(1)}
        />
      )}
      <Persons
        shell={shell}
        search={added}
        services={service.classRule === null ? singles : [service]}
        all={all}
        seats={service.classRule?.capacity}
      />
    </>
  )
}
