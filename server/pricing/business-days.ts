/** Business days of Mexico: Monday to Friday without the mandatory days of rest (LFT art. 74). */

/** The end of the n-th business day after a moment, where the clock shows the given zone. */
export const addBusinessDays = (from: Date, days: number, zone: string): Date => {
  let date = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  for (let left = days; left > 0;) {
    date = date.add({ days: 1 })
    if (isBusinessDay(date)) left -= 1
  }
  return new Date(date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds)
}

const isBusinessDay = (date: Temporal.PlainDate): boolean => date.dayOfWeek <= 5 && !isRestDay(date)

const isRestDay = ({ month, day, dayOfWeek, year }: Temporal.PlainDate): boolean => {
  const isMonday = dayOfWeek === 1
  if (month === 1 || month === 5) return day === 1
  // Constitution: first Monday of February. Juárez: third of March. Revolution: third of November.
  if (month === 2) return isMonday && day <= 7
  if (month === 3 || month === 11) return isMonday && day > 14 && day <= 21
  if (month === 9) return day === 16
  // The change of the federal executive, every six years (2024, 2030, …).
  if (month === 10) return day === 1 && (year - 2024) % 6 === 0
  return month === 12 && day === 25
}
