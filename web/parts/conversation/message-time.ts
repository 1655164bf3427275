/** By the user's own clock, as a conversation has no place. */
const formats: Record<string, Intl.DateTimeFormat> = {}
const format = (name: string, options: Intl.DateTimeFormatOptions) =>
  (formats[name] ??= new Intl.DateTimeFormat('es-MX', options))

/** "hoy, 10:42": distinguishes several photos. */
export const momentText = (at: string) => `${dayText(at)}, ${timeText(at)}`

export const timeText = (at: string) =>
  format('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))

export const isSameDay = (one: string, other: string) =>
  new Date(one).toDateString() === new Date(other).toDateString()

export const dayText = (at: string) => {
  const day = new Date(at)
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'hoy'
  if (day.toDateString() === yesterday.toDateString()) return 'ayer'
  return format('day', { weekday: 'long', day: 'numeric', month: 'long' }).format(day).replace(',', '')
}
