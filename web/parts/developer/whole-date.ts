/** "28 de noviembre de 2027": a date months ahead needs its year. */
export const wholeDate = (instant: string, zone: string) =>
  new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: zone }).format(new Date(instant))
