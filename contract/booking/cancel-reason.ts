/** Reasons for a professional or a host to cancel (product.md §4, B11): one of these or their own words, which the others read. */
import * as z from 'zod/mini'

export const cancelReasons = {
  sick: 'Me enfermé.',
  emergency: 'Tuve una emergencia.',
  overlap: 'Se me empalmó otro compromiso.',
  repair: 'El lugar necesita una reparación.',
  supplies: 'No hay agua o luz en el lugar.',
  closed: 'El espacio cierra ese día.',
} as const
export const CancelReason = z.enum(['sick', 'emergency', 'overlap', 'repair', 'supplies', 'closed'])
export type CancelReason = z.output<typeof CancelReason>

/** Reasons offered to each actor. */
export const reasonsFor = {
  professional: ['sick', 'emergency', 'overlap', 'supplies'],
  host: ['repair', 'supplies', 'closed', 'overlap'],
} as const satisfies Record<'professional' | 'host', readonly CancelReason[]>

/** What the others read: the reason's sentence, then the actor's words. */
export const cancelText = (why: CancelReason | undefined, words: string) =>
  [why === undefined ? '' : cancelReasons[why], words].filter((part) => part !== '').join(' ')
