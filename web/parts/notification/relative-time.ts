const steps = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

let format: Intl.RelativeTimeFormat | undefined

/** "hace 5 minutos", "en 2 días" (spec §9): always with hace or en, in the largest whole unit. */
export const relativeTime = (at: Date, now: Date): string => {
  const seconds = Math.trunc((at.getTime() - now.getTime()) / 1000)
  // Created on first use, as it takes a browser milliseconds.
  format ??= new Intl.RelativeTimeFormat('es-MX', { numeric: 'always' })
  for (const [unit, length] of steps) {
    const whole = Math.trunc(seconds / length)
    // The Spanish locale says "dentro de"; the specification requires "en".
    if (whole !== 0) return format.format(whole, unit).replace(/^dentro de /, 'en ')
  }
  return seconds > 0 ? 'en unos segundos' : 'hace unos segundos'
}
