/** A file of its own: pages of bookings need no list of possible equipment. */
import * as z from 'zod/mini'
import { SlotInstant } from '#contract/platform/shapes.ts'

/** What of the things that units share a visit has to itself: "Lavacabezas 1". */
export const UsedEquipmentUnit = z.object({ name: z.string(), startsAt: SlotInstant, endsAt: SlotInstant })
export type UsedEquipmentUnit = z.output<typeof UsedEquipmentUnit>
