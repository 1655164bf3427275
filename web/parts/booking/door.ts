import type { Asked } from '#web/parts/booking/address.ts'
import { paths } from '#web/paths.ts'

/** The two shells of the engine, each with its addresses. */
export type Door = 'booking' | 'book'
export const linkOf = (door: Door, asked: Asked) =>
  door === 'booking' ? paths.booking(asked) : paths.book(asked)
