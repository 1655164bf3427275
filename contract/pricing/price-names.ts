/**
 * The name of an hour's own price, on its button, in the quote and on the receipt: it describes the hour, not a person. No schema, so
 * that a page may load them alone.
 */
export const slotPriceNames = {
  quiet: 'Con descuento por horario',
  busy: 'Hora pico',
  last_minute: 'Con descuento de última hora',
  first_visit: 'Con descuento por primera visita',
  home_visit: 'Servicio a domicilio',
} as const

/** As quotes named them until November 2026: a quote stays as its client read it. */
export const formerPriceNames = {
  quiet: 'Precio de hora valle',
  busy: 'Precio de hora pico',
  last_minute: 'Precio de última hora',
  first_visit: 'Precio de primera visita',
} as const

/** The line by which a visit that a pack pays differs from its price. */
export const packLabel = 'Con tu paquete'
