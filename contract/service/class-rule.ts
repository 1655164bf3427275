/** What a service says of its classes: how many take part, and how many it takes. Without a schema, so that a page may bring it alone. */
export const classLimits = {
  seats: { least: 2, most: 50 },
  decideHours: { least: 1, most: 168, usual: 12 },
} as const

/**
 * `minimum` with `decideHours`: with fewer clients than that this many hours before it starts, it cancels itself; null: it is given for
 * any number of clients.
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

/** What is wrong with a service as a class, for people; null: nothing. */
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
