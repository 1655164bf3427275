import type { Booking } from '#contract/booking/booking.ts'
import { needsOf } from '#web/parts/booking/day/needs.ts'
import { Badge } from '#web/ui/badge.tsx'

/** What the rest of an open visit says by itself. */
const saidBelow = /^(Por cobrar|Formulario|Llega) |^¿Vino/

/** What to know of an open visit before it. */
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
