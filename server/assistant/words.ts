/** How an answer formats times, money and other people's texts. */
import * as z from 'zod/mini'

/** Another person's text: one line, no control characters, and no longer than needed to recognize it. */
export const said = (text: string, most = 120): string => {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[<>`]/g, '')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}

export const pesos = (cents: number): number => cents / 100

const formats = new Map<string, Intl.DateTimeFormat>()
/** "jue 26 nov, 18:00", in the zone of the place. */
export const whenIn = (instant: string, zone: string): string => {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('es-MX', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    })
  if (known === undefined) formats.set(zone, format)
  return format.format(new Date(instant))
}

export const Line = z.object({ label: z.string(), pesos: z.number() })
export const linesOf = (lines: readonly { label: string; amountCents: number }[]) =>
  lines.slice(0, 12).map(({ label, amountCents }) => ({ label: said(label), pesos: pesos(amountCents) }))

/** Chosen by the assistant, so that a repeated call does nothing twice. */
export const RequestId = z.string().check(z.minLength(8), z.maxLength(100), z.regex(/^[\w.:-]+$/))
export const SlotToken = z.string().check(z.minLength(8), z.maxLength(2000))
