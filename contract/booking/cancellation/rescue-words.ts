/** What another place means for the professional, on screen and in messages. No schema, so that pages can import it alone. */
import { formatCents } from '#contract/platform/money.ts'

type Rent = { nowCents: number; thenCents: number; hostPaysCents: number; youPayCents: number }

export const rentWords = ({ nowCents, thenCents, hostPaysCents, youPayCents }: Rent): string => {
  const change = `La renta pasa de ${formatCents(nowCents)} a ${formatCents(thenCents)}:`
  if (youPayCents > 0)
    return `${change} el espacio que canceló paga ${formatCents(hostPaysCents)} y tú ${formatCents(youPayCents)}.`
  if (hostPaysCents > 0) return `${change} la diferencia la paga el espacio que canceló. Ganas lo mismo.`
  return thenCents < nowCents
    ? `La renta baja de ${formatCents(nowCents)} a ${formatCents(thenCents)}: ganas más.`
    : 'La renta no cambia: ganas lo mismo.'
}
