import type { OwnClientPage } from '#contract/booking/client/own-client.ts'
import { FormState } from '#web/parts/booking/contact/form-state.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'

type Visit = OwnClientPage['visits'][number]

/** The forms of the client's next visit that has any, and those answered last: read here as on the visit's day. */
export const ClientForms = ({ page: { client, visits } }: { page: OwnClientPage }) => {
  const withForms = visits.filter(({ forms }) => forms !== null)
  const shown = new Set(
    [
      withForms.findLast(({ forms }) => forms === 'pending'),
      withForms.find(({ forms }) => forms === 'answered'),
    ].filter((visit): visit is Visit => visit !== undefined),
  )
  if (shown.size === 0) return null
  return (
    <section aria-labelledby="client-forms" className="flex flex-col gap-3">
      <h2 id="client-forms" className="text-xl">
        Formularios
      </h2>
      <ul className="flex flex-col divide-y divide-line">
        {[...shown].map((visit) => (
          <li key={visit.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span>
              <span className="block font-semibold wrap-anywhere">{visit.service}</span>
              <span className="figures block text-sm text-muted">{shortOf(visit.startsAt, visit.zone)}</span>
            </span>
            <FormState
              booking={{ id: visit.id, forms: visit.forms, client: { firstName: client.firstName } }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
