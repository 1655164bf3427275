/**
 * Names of an hour's special price, on its button, in the quote and on the receipt: they describe the hour, not a
 * person. No schema, so that pages can import them alone.
 */
export const slotPriceNames = {
  quiet: 'Con descuento por horario',
  busy: 'Hora pico',
  last_minute: 'Con descuento de última hora',
  first_visit: 'Con descuento por primera visita',
  home_visit: 'Servicio a domicilio',
} as const

/** Names in quotes until November 2026: a quote stays as the client read it. */
export const formerPriceNames = {
  quiet: 'Precio de hora valle',
  busy: 'Precio de hora pico',
  last_minute: 'Precio de última hora',
  first_visit: 'Precio de primera visita',
} as const

/** The line with the difference between the price and a session of a pack. */
export const packLabel = 'Con tu paquete'
