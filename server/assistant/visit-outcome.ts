/** A visit as an assistant reads it, and the outcome of an action that needs the user or their mandate. */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { statusFor } from '#contract/booking/status.ts'
import { type Ask, Refused } from '#server/assistant/tool.ts'
import { pesos, said, whenIn } from '#server/assistant/words.ts'

export const Visit = z.object({
  bookingId: z.string(),
  status: z.string(),
  statusText: z.string(),
  service: z.string(),
  professional: z.string(),
  startsAt: z.string(),
  when: z.string(),
  place: z.string(),
  pesos: z.nullable(z.number()),
  link: z.string(),
})

export const visitOf = (ask: Ask, one: Booking) => ({
  bookingId: one.id,
  status: one.status,
  statusText: statusFor(one.status, 'client'),
  service: said(one.service.name, 80),
  professional: said(`${one.professional.firstName} ${one.professional.lastName}`, 80),
  startsAt: one.startsAt,
  when: whenIn(one.startsAt, one.zone),
  place: said([one.place.name, one.place.neighbourhood, one.place.city].filter(Boolean).join(', ')),
  pesos: one.totalCents === null ? null : pesos(one.totalCents),
  link: pageOf(ask, one.id),
})

export const pageOf = (ask: Ask, id: string) => `${ask.work.config.publicUrl}/booking-success?id=${id}`

/** The outcome of an action that needs the user, or their mandate. */
export const Outcome = {
  state: z.enum(['done', 'waits_for_answer', 'needs_person']),
  visit: z.nullable(Visit),
  /** Why not at once, in Spanish; show it to the person with the link. */
  why: z.nullable(z.string()),
  /** Where the person confirms; it ends soon and works once. */
  confirmLink: z.nullable(z.string()),
}

const doneOf = (ask: Ask, one: Booking) => ({
  state: waiting.has(one.status) || one.change !== null ? ('waits_for_answer' as const) : ('done' as const),
  visit: visitOf(ask, one),
  why: null,
  confirmLink: null,
})
const waiting: ReadonlySet<string> = new Set(['requested', 'awaiting_payment'])

/** Refusals that need the user; all others are answers to the assistant. */
const needsPerson: ReadonlySet<string> = new Set([
  'mandate_missing',
  'mandate_over',
  'mandate_act',
  'mandate_each',
  'mandate_total',
  'mandate_card_missing',
  'card_declined',
  'card_expired',
  'invalid_phone',
  'companions_missing',
  'adult_needed',
  'forms_missing',
  'change_card_declined',
])

export const orPerson = async (
  ask: Ask,
  act: () => Promise<Booking>,
  link: () => Promise<string> | string,
): Promise<z.input<z.ZodMiniObject<typeof Outcome>>> => {
  try {
    const made = await act()
    if (made.status !== 'awaiting_payment') return doneOf(ask, made)
    return {
      ...doneOf(ask, made),
      state: 'needs_person',
      why: 'El banco pide que lo apruebes.',
      confirmLink: pageOf(ask, made.id),
    }
  } catch (error) {
    if (!(error instanceof Refused) || !needsPerson.has(error.code)) throw error
    return { state: 'needs_person', visit: null, why: error.message, confirmLink: await link() }
  }
}
