/** Class settings of a service: maximum and minimum number of clients. No schema, so that pages can import it alone. */
export const classLimits = {
  seats: { least: 2, most: 50 },
  decideHours: { least: 1, most: 168, usual: 12 },
} as const

/**
 * `minimum` with `decideHours`: with fewer clients this many hours before the start, the class is cancelled
 * automatically; null: it takes place with any number of clients.
 */
export type ClassRule = { capacity: number; minimum: number | null; decideHours: number | null }

type Made = {
  classRule: ClassRule | null
  phases: unknown
  atHome: unknown
  dailyCap: number | null
  ownHours: unknown
  offeredFrom: unknown
  offeredTo: unknown
  addOns: readonly { minutes: number }[]
}

/** Validation of a service as a class, as text; null if valid. */
export const classProblem = ({
  classRule,
  phases,
  atHome,
  dailyCap,
  addOns,
  ...times
}: Made): string | null => {
  if (classRule === null) return null
  const { capacity, minimum, decideHours } = classRule
  if (dailyCap !== null) return 'Una clase ya tiene sus lugares: quita «Citas al día» en «Tiempo».'
  if (times.ownHours !== null || times.offeredFrom !== null || times.offeredTo !== null)
    return 'Una clase se da a la hora en que la programas: quita su horario y sus fechas en «Tiempo».'
  if ((minimum === null) !== (decideHours === null))
    return 'Di cuántas personas y hasta cuándo se espera a que se junten.'
  if (minimum !== null && minimum > capacity) return 'El mínimo no puede ser más que los lugares.'
  if (phases !== null) return 'Una clase no tiene fases: quítalas en «Tiempo».'
  if (atHome !== null) return 'Una clase no se da a domicilio: quítalo en «Dónde».'
  return addOns.some(({ minutes }) => minutes > 0)
    ? 'En una clase lo que se agrega no toma más tiempo: pon 0 minutos en «Precio».'
    : null
}
