/** What may be added to a service, and how an address and a token name it. */
import * as z from 'zod/mini'
import { mostPersons } from '#contract/persons.ts'
import { Text } from '#contract/shapes.ts'

export const mostAddOns = 10

const Whole = z.int().check(z.positive())

export const AddOn = z.object({
  /** Of its service; never given again. */
  id: Whole,
  name: Text(60),
  priceCents: z.int().check(z.minimum(0), z.maximum(100_000_00)),
  /** Longer by so much; none for what happens meanwhile. */
  minutes: z.int().check(z.minimum(0), z.maximum(240)),
})
export type AddOn = z.output<typeof AddOn>

/** One of a service in a visit; `person`: of whom of several, the first unless said. */
export const AddOnRef = z.object({
  serviceId: Whole,
  id: Whole,
  person: z.optional(z.int().check(z.minimum(1), z.maximum(mostPersons))),
})
export type AddOnRef = z.output<typeof AddOnRef>

/** "3-1", and "3-1-2" of the second person. */
export const addOnName = ({ serviceId, id, person = 1 }: AddOnRef) =>
  person === 1 ? `${serviceId}-${id}` : `${serviceId}-${id}-${person}`

/** By whom they are for, then by service. */
export const byPerson = (a: AddOnRef, b: AddOnRef) =>
  (a.person ?? 1) - (b.person ?? 1) || a.serviceId - b.serviceId || a.id - b.id

/** As many as a visit may have of all its services. */
export const mostAddOnsOfVisit = 12

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
    z.maxLength(mostAddOnsOfVisit),
    z.refine((refs) => new Set(refs.map(addOnName)).size === refs.length, 'Cada uno una vez.'),
  ),
)
