const words = new Intl.DateTimeFormat('es-MX', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** "vie 20 nov" */
export const shortDate = (date: string) =>
  words
    .format(new Date(`${date}T12:00:00Z`))
    .replaceAll('.', '')
    .replace(',', '')
