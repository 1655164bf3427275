import { splitUnder } from '#server/pricing/split.ts'
import type { Terms } from '#server/pricing/terms.ts'
import type { Appointment } from '#server/seed/booking/appointments.ts'
import type { ClientDraft } from '#server/seed/people/clients.ts'
import type { Chance } from '#server/seed/people/random.ts'

/** One appointment with everything that its rows need. */
export type Past = {
  id: string
  number: number
  rng: Chance
  appointment: Appointment
  client: ClientDraft
  terms: Terms
  status: 'completed' | 'closed' | 'cancelled_by_client' | 'in_progress' | 'to_settle' | 'confirmed'
  totalCents: number
  rentCents: number
  at: {
    booked: number
    checkedIn: number | null
    checkedOut: number | null
    completed: number | null
    ended: number | null
  }
}

/** The split of a booking of the demo data, by the same pure function as a real one's. */
export const splitOf = (past: Past) =>
  splitUnder(past.terms, { serviceCents: past.totalCents, rentCents: past.rentCents })
