/** Why a staff member acted on other people's money or accounts, in their own words; visible to staff only. */
import * as z from 'zod/mini'

export const minReason = 10
export const maxReason = 500
export const StaffReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(minReason, `Escribe por qué, con al menos ${minReason} letras.`),
    z.maxLength(maxReason),
  )
