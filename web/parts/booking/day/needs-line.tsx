import type { Booking } from '#contract/booking/booking.ts'
import { needsOf } from '#web/parts/booking/day/needs.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Facts that the open visit already shows below. */
const saidBelow = /^(Por cobrar|Formulario|Llega) |^¿Vino/

/** What the professional should know before an open visit. */
export const NeedsLine = ({ booking }: { booking: Booking }) => {
  const needs = needsOf(booking).filter(({ text }) => !saidBelow.test(text))
  return needs.length === 0 ? null : (
    <p className="flex flex-wrap gap-1.5">
      {needs.map(({ text, isDue }) => (
        <Badge key={text} tone={isDue ? 'maiz' : 'jacaranda'}>
          {text}
        </Badge>
      ))}
    </p>
  )
}
