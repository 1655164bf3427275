/** Words and figures that are told, not counted (spec §1; product.md §2 row 9), apart from any real counter. */
export const contact = { email: 'hola@kalli.test', phone: '+52 55 0000 0000' } as const

export const claims = [
  { figure: '2,500+', text: 'profesionales' },
  { figure: '450+', text: 'espacios' },
  { figure: '4.9', text: 'calificación promedio' },
  { figure: '98%', text: 'de satisfacción' },
] as const
