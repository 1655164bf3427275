/** What may be added to a service, and how an address and a token name it. */
import * as z from 'zod/mini'
import { maxPersons } from '#contract/platform/persons.ts'
import { Text } from '#contract/platform/shapes.ts'

/** Its options included. */
export const maxAddOns = 20

const Whole = z.int().check(z.positive())

export const AddOn = z.object({
  /** Of its service; never given again. */
  id: Whole,
  name: Text(60),
  priceCents: z.int().check(z.minimum(0), z.maximum(100_000_00)),
  /** Longer by so much; none for what happens meanwhile. */
  minutes: z.int().check(z.minimum(0), z.maximum(240)),
  /** An option of a choice that has to be made, as "Largo de cabello": a visit has exactly one of each group. None: as one likes. */
  group: z.optional(Text(40)),
  /** A thing (contract/space/fittings.ts) that it cannot be done without in its minutes, or in all of the service's when it has none. */
  needs: z.optional(Text(40)),
})
export type AddOn = z.output<typeof AddOn>

type Grouped = { group?: string | undefined }

/** The choices that a service asks for, in their order, each with its options. */
export const groupsOf = <T extends Grouped>(addOns: readonly T[]) =>
  [...Map.groupBy(addOns, ({ group }) => group)].flatMap(([name, options]) =>
    name === undefined ? [] : [{ name, options }],
  )

/** The groups of which not exactly one is chosen. */
export const openGroups = <T extends Grouped>(addOns: readonly T[], isChosen: (one: T) => boolean) =>
  groupsOf(addOns).flatMap(({ name, options }) => (options.filter(isChosen).length === 1 ? [] : [name]))

/** Parts of one visit by their names: "Corte + Tinte"; of what several people have alike "3 × Corte". */
export const partsText = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, alike]) => (alike.length === 1 ? name : `${alike.length} × ${name}`))
    .join(' + ')

/** "Largo de cabello: Medio"; what is in no group by its name alone. */
export const addOnLabel = ({ group, name }: Grouped & { name: string }) =>
  group === undefined ? name : `${group}: ${name}`

/** Why these groups cannot be; null: they can. */
export const groupsProblem = (addOns: readonly Omit<AddOn, 'id'>[]): string | null => {
  for (const { name, options } of groupsOf(addOns)) {
    if (options.length < 2) return `«${name}» necesita al menos dos opciones.`
    if (new Set(options.map((one) => one.name.toLocaleLowerCase('es-MX'))).size < options.length)
      return `En «${name}» hay dos opciones que se llaman igual.`
    if (options.every(({ priceCents, minutes }) => priceCents > 0 || minutes > 0))
      return `En «${name}» una opción va con $0 y 0 minutos: la que ya está en el precio y la duración.`
  }
  return null
}

/** One of a service in a visit; `person`: of whom of several, the first unless said. */
export const AddOnRef = z.object({
  serviceId: Whole,
  id: Whole,
  person: z.optional(z.int().check(z.minimum(1), z.maximum(maxPersons))),
})
export type AddOnRef = z.output<typeof AddOnRef>

/** "3-1", and "3-1-2" of the second person. */
export const addOnName = ({ serviceId, id, person = 1 }: AddOnRef) =>
  person === 1 ? `${serviceId}-${id}` : `${serviceId}-${id}-${person}`

/** By whom they are for, then by service. */
export const byPerson = (a: AddOnRef, b: AddOnRef) =>
  (a.person ?? 1) - (b.person ?? 1) || a.serviceId - b.serviceId || a.id - b.id

/** As many as a visit may have of all its services. */
export const maxAddOnsOfVisit = 12

/** "3-1,3-2": the first and second of service 3; "3-1-2": the first of what the second person has. */
export const AddOnList = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}-\d{1,9}(-[1-6])?(,\d{1,15}-\d{1,9}(-[1-6])?)*$/)),
    z.transform((text) =>
      text.split(',').map((one) => {
        const [serviceId = 0, id = 0, person] = one.split('-').map(Number)
        return { serviceId, id, ...(person === undefined ? {} : { person }) }
      }),
    ),
  ),
  z.array(AddOnRef).check(
    z.maxLength(maxAddOnsOfVisit),
    z.refine((refs) => new Set(refs.map(addOnName)).size === refs.length, 'Cada uno una vez.'),
  ),
)
