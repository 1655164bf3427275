/** Separate file: booking pages do not need the list of possible equipment. */
import * as z from 'zod/mini'
import { SlotInstant } from '#contract/platform/shapes.ts'

/** A shared equipment unit that a visit uses exclusively: "Lavacabezas 1". */
export const UsedEquipmentUnit = z.object({ name: z.string(), startsAt: SlotInstant, endsAt: SlotInstant })
export type UsedEquipmentUnit = z.output<typeof UsedEquipmentUnit>
