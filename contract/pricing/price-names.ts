/** How an hour's own price is called, on its button, in the quote and on the receipt: words of the hour, of nobody. No schema, so that a page may bring them alone. */
export const slotPriceNames = {
  quiet: 'Precio de hora valle',
  busy: 'Precio de hora pico',
  last_minute: 'Precio de última hora',
  first_visit: 'Precio de primera visita',
  home_visit: 'Servicio a domicilio',
} as const

/** The line by which a visit that a pack pays differs from its price. */
export const packLabel = 'Con tu paquete'
