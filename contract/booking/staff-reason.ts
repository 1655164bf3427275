/** Why staff does something to other people's money or accounts, in the words of who does it; for the team alone. */
import * as z from 'zod/mini'

export const leastReason = 10
export const mostReason = 500
export const StaffReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(leastReason, `Escribe por qué, con al menos ${leastReason} letras.`),
    z.maxLength(mostReason),
  )
