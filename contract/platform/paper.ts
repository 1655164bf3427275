import * as z from 'zod/mini'

/** Documents that professionals and spaces alike send for review: their status, and their maximum size. */
export const PaperStatus = z.enum(['uploaded', 'in_review', 'valid', 'expiring', 'expired', 'rejected'])
export type PaperStatus = z.output<typeof PaperStatus>

export const paperStatuses: Readonly<Record<PaperStatus, string>> = {
  uploaded: 'Subido',
  in_review: 'En revisión',
  valid: 'Vigente',
  expiring: 'Por vencer',
  expired: 'Vencido',
  rejected: 'Rechazado',
}

/** As a paper counts that was sent and not refused. */
export const paperCounts = (status: PaperStatus): boolean => status !== 'expired' && status !== 'rejected'

/** Its owner is notified twice before it expires: this many days before. */
export const paperWarningDays = [30, 7] as const

/** A document or a listing sent for review is answered within this (product.md §6). */
export const reviewHours = 48

/** A photo of a phone; a scanned contract of twenty pages has 4 MB. */
export const paperMaxBytes = 8 * 1024 * 1024
