/** Group services of the demo data: whose service, its size, and the workshop of the demo's stylist. */
import type { Offer } from '#server/seed/people/catalogue.ts'
import type { Settled } from '#server/seed/people/people.ts'

/** A professional who teaches one of these at a place of their own takes a group. */
export const taught: ReadonlySet<string> = new Set(['Yoga restaurativo', 'Yoga prenatal', 'Pilates posparto'])

type Draft = Settled['draft']

/** Their first service that may be given in a group; undefined: none. */
export const groupOf = (settled: Settled): Draft['offers'][number] | undefined =>
  hasOwnPlace(settled)
    ? settled.draft.offers.find(({ name, addOns = [] }) => taught.has(name) && addOns.length === 0)
    : undefined

/** A professional who works at no host's place works at their own. */
export const hasOwnPlace = ({ draft, agreements }: Settled) => draft.hasOwnPlace || agreements.length === 0

export const capacityOf = ({ id }: Pick<Draft, 'id'>) => 8 + (id % 5)
/** Past classes have more participants than this; with fewer they would have been cancelled. */
export const minGiven = 3

export const workshop: Offer & { priceCents: number } = {
  name: 'Taller en línea: cuida tu color',
  minutes: 60,
  pesos: [450, 450],
  priceCents: 45_000,
  text: 'En grupo y por videollamada: qué lavar con qué, y cuándo volver.',
}
/** It comes after all services of the demo data's people. */
export const workshopId = (people: readonly Settled[]) =>
  Math.max(...people.flatMap(({ serviceIds }) => serviceIds)) + 1
