/** Switches an appointment from payment at the place to payment by a link. docs/booking/own-appointments.md. */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { OneBooking } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import { minChargeCents } from '#contract/service/upfront.ts'
import type { Allowed } from '#contract/platform/allowed.ts'

type CurrentBooking = {
  status: string
  totalCents: number
  /** Agreed to be paid at the place. */
  inPlaceCents: number
  /** Of it, what the professional says that she already has. */
  takenCents: number
  /** Was already requested by a link, whatever the result. */
  isByLink: boolean
  /** Its money was already divided. */
  isDivided: boolean
  isDisputed: boolean
}

const goesOn: ReadonlySet<string> = new Set(['confirmed', 'in_progress', 'to_settle'])

/** Only if the full price is paid at the place, and before it is divided. */
export const mayLinkInstead = ({
  status,
  totalCents,
  inPlaceCents,
  takenCents,
  isByLink,
  isDivided,
  isDisputed,
}: CurrentBooking): Allowed => {
  if (isByLink || inPlaceCents === 0 || inPlaceCents !== totalCents)
    return no('Esta cita no se paga en el lugar.')
  if (takenCents > 0) return no('Anotaste que ya te pagó.')
  if (status === 'requested') return no('Falta que el espacio acepte la cita.')
  if (!goesOn.has(status) || isDivided) return no('Esta cita ya se cerró.')
  if (isDisputed) return no('Hay un problema por resolver.')
  return totalCents < minChargeCents
    ? no(`Con tarjeta se cobran al menos ${formatCents(minChargeCents)}.`)
    : { allowed: true }
}
const no = (reason: string) => ({ allowed: false, reason }) as const

export const LinkInstead = z.object({
  linkCents: z.int(),
  commissionCents: z.int(),
  commissionWords: z.string(),
  /** The professional's net when paid by the link, and as agreed. */
  netCents: z.int(),
  netAtPlaceCents: z.int(),
})
export type LinkInstead = z.output<typeof LinkInstead>

export const linkInstead = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/link-instead',
  summary: 'Preview what the professional keeps if an appointment to be paid at the place is paid by a link',
  access: 'professional',
  params: OneBooking,
  reply: LinkInstead,
  refusals: ['not_found', 'move_not_allowed'],
})

export const askByLink = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/link-instead',
  summary: 'Request payment by a link for an appointment that was to be paid at the place',
  access: 'professional',
  params: OneBooking,
  /** The net that was shown to the professional. */
  body: z.object({ netCents: z.int() }),
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'quote_changed'],
})
