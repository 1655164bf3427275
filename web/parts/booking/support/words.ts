/** The names of money codes in support's view of a booking; a code that a newer server knows is shown as it is. */
const wordOf = (words: Readonly<Record<string, string>>) => (code: string) =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : code

export const methodText = wordOf({
  card: 'Tarjeta',
  spei: 'SPEI',
  oxxo: 'OXXO',
  cash: 'Efectivo',
})

export const paymentText = wordOf({
  created: 'por empezar',
  requires_action: 'espera al banco',
  voucher_pending: 'espera el pago de la referencia',
  card_saved: 'tarjeta guardada',
  authorized: 'apartado',
  captured: 'cobrado',
  partially_refunded: 'devuelto en parte',
  refunded: 'devuelto',
  voided: 'soltado',
  expired: 'vencido',
  failed: 'no se pudo',
})

export const payoutText = wordOf({
  accrued: 'en espera',
  releasable: 'liberado',
  in_process: 'en camino',
  paid: 'transferido',
  failed: 'no se pudo',
  withheld: 'retenido',
})

export const partyText = wordOf({
  client: 'el cliente',
  professional: 'quien da el servicio',
  host: 'el espacio',
  platform: 'Kalli',
})
