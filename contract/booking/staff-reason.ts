/** Why staff does something to other people's money or accounts, in the words of who does it; for the team alone. */
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
