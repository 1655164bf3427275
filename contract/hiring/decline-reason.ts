/** Why an application ended without an agreement. */
import * as z from 'zod/mini'

/** A host's reasons to decline: neutral, never about personal traits. */
export const declineReasons = {
  no_place: 'Por ahora no tengo lugar',
  hours: 'Los horarios no coinciden',
  terms: 'No llegamos a un acuerdo en las condiciones',
  equipment: 'Mi espacio no tiene lo que tu servicio necesita',
  services: 'Busco otro tipo de servicios',
  documents: 'Faltan documentos o ya vencieron',
  filled: 'El lugar ya se ocupó',
} as const
export const declineReasonNames = [
  'no_place',
  'hours',
  'terms',
  'equipment',
  'services',
  'documents',
  'filled',
] as const
export const DeclineReason = z.enum(declineReasonNames)
export type DeclineReason = z.output<typeof DeclineReason>

/** Reasons when an application ends with its vacancy; no cool-down follows. */
export const vacancyEnds = {
  vacancy_filled: 'La vacante se cubrió con otra persona',
  vacancy_closed: 'La vacante se cerró',
} as const
export const EndReason = z.enum([...declineReasonNames, 'vacancy_filled', 'vacancy_closed'])
export const endReasons = { ...declineReasons, ...vacancyEnds }
