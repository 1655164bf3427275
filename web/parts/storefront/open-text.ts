import type { OpenNow } from '#contract/search/public-page.ts'
import { addDays, dateIn, longDate, timeOf } from '#web/parts/time/wall-clock.ts'

/**
 * "cierra a las 19:00", "abre mañana a las 09:00"; null if it does not change. Uses the server's state and the place's date, never the
 * device's clock.
 */
export const openText = ({ open, today, changesAt }: OpenNow, zone: string): string | null => {
  if (changesAt === null) return null
  const at = timeOf(changesAt, zone)
  return open ? `cierra a las ${at}` : `abre ${dayText(dateIn(changesAt, zone), today)} a las ${at}`
}

const dayText = (date: string, today: string) => {
  if (date === today) return 'hoy'
  if (date === addDays(today, 1)) return 'mañana'
  const weekday = longDate(date).split(' ')[0] ?? ''
  return date === addDays(today, 7) ? `el próximo ${weekday}` : `el ${weekday}`
}
