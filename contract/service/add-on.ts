/** Add-ons of a service, and their notation in addresses and tokens. */
import * as z from 'zod/mini'
import { maxPersons } from '#contract/platform/persons.ts'
import { Text } from '#contract/platform/shapes.ts'

/** Including options. */
export const maxAddOns = 20

const Whole = z.int().check(z.positive())

export const AddOn = z.object({
  /** Unique within its service; never reused. */
  id: Whole,
  name: Text(60),
  priceCents: z.int().check(z.minimum(0), z.maximum(100_000_00)),
  /** Additional minutes; zero for what happens meanwhile. */
  minutes: z.int().check(z.minimum(0), z.maximum(240)),
  /** An option of a required choice, such as "Largo de cabello": a visit has exactly one of each group. Absent: optional. */
  group: z.optional(Text(40)),
  /** Equipment (contract/space/fittings.ts) that it needs during its minutes, or during the whole service when it has none. */
  needs: z.optional(Text(40)),
})
export type AddOn = z.output<typeof AddOn>

type Grouped = { group?: string | undefined }

/** The required choices of a service, in order, each with its options. */
export const groupsOf = <T extends Grouped>(addOns: readonly T[]) =>
  [...Map.groupBy(addOns, ({ group }) => group)].flatMap(([name, options]) =>
    name === undefined ? [] : [{ name, options }],
  )

/** Groups without exactly one chosen option. */
export const openGroups = <T extends Grouped>(addOns: readonly T[], isChosen: (one: T) => boolean) =>
  groupsOf(addOns).flatMap(({ name, options }) => (options.filter(isChosen).length === 1 ? [] : [name]))

/** Names of the parts of a visit: "Corte + Tinte"; the same part for several people is counted: "3 × Corte". */
export const partsText = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, alike]) => (alike.length === 1 ? name : `${alike.length} × ${name}`))
    .join(' + ')

/** "Largo de cabello: Medio"; without a group the name alone. */
export const addOnLabel = ({ group, name }: Grouped & { name: string }) =>
  group === undefined ? name : `${group}: ${name}`

/** Why these groups are invalid; null if they are valid. */
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

/** An add-on of a service in a visit; `person`: which of several people, by default the first. */
export const AddOnRef = z.object({
  serviceId: Whole,
  id: Whole,
  person: z.optional(z.int().check(z.minimum(1), z.maximum(maxPersons))),
})
export type AddOnRef = z.output<typeof AddOnRef>

/** "3-1", and "3-1-2" for the second person. */
export const addOnName = ({ serviceId, id, person = 1 }: AddOnRef) =>
  person === 1 ? `${serviceId}-${id}` : `${serviceId}-${id}-${person}`

/** By person, then by service. */
export const byPerson = (a: AddOnRef, b: AddOnRef) =>
  (a.person ?? 1) - (b.person ?? 1) || a.serviceId - b.serviceId || a.id - b.id

/** Maximum per visit, over all its services. */
export const maxAddOnsOfVisit = 12

/** "3-1,3-2": the first and second of service 3; "3-1-2": the first one for the second person. */
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
