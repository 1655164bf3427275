import type { MandateAct } from '#contract/assistant/mandate.ts'

/** What an app may do under a mandate. */
export const actNames: Readonly<Record<MandateAct, string>> = {
  book: 'Reservar y pagar',
  cancel: 'Cancelar',
  change: 'Cambiar de hora',
}
