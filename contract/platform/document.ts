import * as z from 'zod/mini'

/** Documents that professionals and spaces alike send for review: their status, and their maximum size. */
export const DocumentStatus = z.enum(['uploaded', 'in_review', 'valid', 'expiring', 'expired', 'rejected'])
export type DocumentStatus = z.output<typeof DocumentStatus>

export const documentStatuses: Readonly<Record<DocumentStatus, string>> = {
  uploaded: 'Subido',
  in_review: 'En revisión',
  valid: 'Vigente',
  expiring: 'Por vencer',
  expired: 'Vencido',
  rejected: 'Rechazado',
}

/** As a document counts that was sent and not refused. */
export const documentCounts = (status: DocumentStatus): boolean =>
  status !== 'expired' && status !== 'rejected'

/** Its owner is notified twice before it expires: this many days before. */
export const documentWarningDays = [30, 7] as const

/** A document or a listing sent for review is answered within this (product.md §6). */
export const reviewHours = 48

/** A photo of a phone; a scanned contract of twenty pages has 4 MB. */
export const documentMaxBytes = 8 * 1024 * 1024
