import * as z from 'zod/mini'

/** Documents that professionals and spaces send for review: their status, and their maximum size. */
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

/** Submitted and not rejected, so it counts as provided. */
export const documentCounts = (status: DocumentStatus): boolean =>
  status !== 'expired' && status !== 'rejected'

/** Days before expiry on which the owner is notified. */
export const documentWarningDays = [30, 7] as const

/** Time limit for reviewing a document or a listing (product.md §6). */
export const reviewHours = 48

/** Fits a phone photo; a scanned contract of twenty pages has 4 MB. */
export const documentMaxBytes = 8 * 1024 * 1024
