/** A date of a service with unsaved settings, computed by the engine that offers slots. Writes nothing. */
import { dayMs } from '#contract/platform/duration.ts'
import type { ExplainedDay } from '#contract/availability/availability.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { phasesProblem, processesOf } from '#contract/service/phases.ts'
import { needsProblem } from '#contract/service/service-needs.ts'
import type { previewSlots } from '#contract/availability/service-preview.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import { awayBeside, explained } from '#server/availability/slots/slots.ts'
import { type Offers, offersOf } from '#server/availability/offer/offer.ts'
import { dayOf } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * As if it were listed, wherever it is given, and no longer than its cédula lasts. Refuses not_found for another professional's
 * service, invalid_input for phases or needs outside its minutes.
 */
export const previewService = async (
  work: Work,
  { params, query: { date }, body: { phases, ...tried } }: Input<typeof previewSlots>,
): Promise<ExplainedDay> => {
  const problem = phases && phasesProblem(phases, tried.durationMinutes)
  if (problem !== null) return refuse('invalid_input', { fields: [{ field: 'phases', problem }] })
  const unmet = tried.needs && needsProblem(tried.needs, tried.durationMinutes)
  if (unmet !== null) return refuse('invalid_input', { fields: [{ field: 'needs', problem: unmet }] })
  const professionalId = work.viewer.professionalId ?? refuse('not_found')
  const day = dayOf(date)
  const offersAt = async (at?: number): Promise<Offers> => {
    const [service] = await readServices(work, {
      serviceIds: [params.id],
      from: new Date((day - 2) * dayMs),
      to: new Date((day + 3) * dayMs),
      at,
      trying: true,
    })
    if (service?.professionalId !== professionalId) return refuse('not_found')
    // The engine gets none where none of their services has phases.
    const processes = phases === null ? service.processes && [] : processesOf(phases)
    const [offers] = offersOf(work, [{ ...service, ...tried, processes, active: true }])
    return offers ?? refuse('not_found')
  }
  const usual = await offersAt()
  const places = [...usual.places]
  for (const at of awayBeside(usual)) places.push(...(await offersAt(at)).places)
  return explained({ ...usual, places }, date)
}
