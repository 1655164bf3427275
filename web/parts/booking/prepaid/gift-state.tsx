import type { OwnGiftCard } from '#contract/booking/prepaid/gift-card.ts'
import { giftZone } from '#contract/booking/prepaid/gift-card.ts'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

/** The status of a gift card, in a word. */
export const GiftBadge = ({ card }: { card: OwnGiftCard }) => {
  const [label, tone] = wordOf(card)
  return <Badge tone={tone}>{label}</Badge>
}

const wordOf = ({ status, isLookedAt, email, phone, sentAt }: OwnGiftCard): [string, BadgeTone] => {
  if (isLookedAt) return ['En revisión', 'maiz']
  if (status === 'active')
    return email === null && phone === null
      ? ['Por entregar', 'jacaranda']
      : sentAt === null
        ? ['Programada', 'maiz']
        : ['Enviada', 'agave']
  return words[status]
}
const words: Readonly<Record<Exclude<OwnGiftCard['status'], 'active'>, [string, BadgeTone]>> = {
  awaiting_payment: ['Por pagar', 'maiz'],
  failed: ['No se pagó', 'chile'],
  redeemed: ['Canjeada', 'agave'],
  cancelled: ['Devuelta', 'plain'],
}

/** The same with dates and addresses. */
export const giftStory = (card: OwnGiftCard): string => {
  const day = (at: string | null) => (at === null ? '' : dayOf(at, giftZone))
  if (card.status === 'redeemed') return `${card.to} la canjeó el ${day(card.redeemedAt)}.`
  if (card.status === 'cancelled') return `Dejó de valer el ${day(card.endedAt)}.`
  if (card.status === 'awaiting_payment') return 'Estamos confirmando tu pago; no vuelvas a pagar.'
  const to = card.email ?? card.phone
  if (to === null) return 'Copia su enlace o imprímela, y dásela cuando quieras.'
  return card.sentAt === null
    ? `Sale a ${to} el ${day(card.sendAt)} a las 9:00.`
    : `${card.email === null ? 'El mensaje' : 'La carta'} salió a ${to} el ${day(card.sentAt)}.`
}
