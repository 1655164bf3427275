/** What may be added to a service, and how an address and a token name it. */
import * as z from 'zod/mini'
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

/** One of a service in a visit. */
export const AddOnRef = z.object({ serviceId: Whole, id: Whole })
export type AddOnRef = z.output<typeof AddOnRef>

/** As many as a visit may have of all its services. */
export const mostAddOnsOfVisit = 12

/** "3-1,3-2": the first and second of service 3. */
export const AddOnList = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}-\d{1,9}(,\d{1,15}-\d{1,9})*$/)),
    z.transform((text) =>
      text.split(',').map((one) => {
        const [serviceId = 0, id = 0] = one.split('-').map(Number)
        return { serviceId, id }
      }),
    ),
  ),
  z.array(AddOnRef).check(
    z.maxLength(mostAddOnsOfVisit),
    z.refine(
      (refs) => new Set(refs.map(({ serviceId, id }) => `${serviceId}-${id}`)).size === refs.length,
      'Cada uno una vez.',
    ),
  ),
)
