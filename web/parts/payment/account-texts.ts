import { formatCents } from '#contract/platform/money.ts'
import type { PayoutAccount, PayoutAccountState } from '#contract/payment/payout-account.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

/** The label of each state, and of its button; no button where nothing can be done. */
export const accountStates: Readonly<
  Record<PayoutAccountState, { label: string; tone: BadgeTone; button: string | null }>
> = {
  none: { label: 'Sin abrir', tone: 'plain', button: 'Abrir mi cuenta de cobro' },
  begun: { label: 'A medias', tone: 'maiz', button: 'Continuar donde me quedé' },
  missing: { label: 'Falta algo', tone: 'chile', button: 'Dar lo que falta' },
  in_review: { label: 'En revisión', tone: 'maiz', button: null },
  ready: { label: 'Lista', tone: 'agave', button: 'Ver o cambiar mis datos' },
  restricted: { label: 'En pausa', tone: 'chile', button: 'Dar lo que piden' },
  rejected: { label: 'Rechazada', tone: 'chile', button: null },
}

export const accountText = ({ state, isRequired, wanted }: PayoutAccount): string => {
  switch (state) {
    case 'none':
      return isRequired
        ? 'Para depositarte hace falta que la abras. Toma unos minutos y lo haces una sola vez.'
        : 'Todavía no la has abierto. Por ahora recibes tus depósitos sin ella.'
    case 'begun':
      return 'Empezaste tu alta y no la has terminado. Lo que ya diste se quedó guardado.'
    case 'missing':
      return 'Mandaste tus datos y falta algo para que pueda recibir dinero.'
    case 'in_review':
      return 'El procesador está revisando tus datos. Suele tardar unos minutos; te avisamos cuando esté.'
    case 'ready':
      return wanted.length > 0
        ? 'Recibe tus depósitos, y el procesador necesita un dato más para que siga así.'
        : 'Tus depósitos llegan aquí. No tienes que hacer nada.'
    case 'restricted':
      return 'Recibía tus depósitos y el procesador la puso en pausa.'
    case 'rejected':
      return 'El procesador no la abrirá. Tu dinero sigue en Kalli: escríbenos y lo vemos contigo.'
  }
}

/** "$1,240.00 esperan a que termines tu alta" */
export const waitingText = ({ waitingCents, state }: PayoutAccount): string | null => {
  if (waitingCents === 0 || state === 'ready') return null
  const amount = formatCents(waitingCents)
  if (state === 'in_review') return `${amount} esperan a que terminen de revisarla`
  return state === 'restricted' || state === 'rejected'
    ? `${amount} esperan a que tu cuenta vuelva a recibir`
    : `${amount} esperan a que termines tu alta`
}
