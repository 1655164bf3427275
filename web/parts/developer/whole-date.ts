/** "28 de noviembre de 2027": what lasts for months needs its year. */
export const wholeDate = (instant: string, zone: string) =>
  new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: zone }).format(new Date(instant))
