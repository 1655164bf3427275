/** Spanish month names as in "12 dic 2026". */
export const shortMonths = [
  'ene',
  'feb',
  'mar',
  'abr',
  'may',
  'jun',
  'jul',
  'ago',
  'sep',
  'oct',
  'nov',
  'dic',
] as const

/** "12 dic 2026" of a date such as "2026-12-12". */
export const dateText = (date: string): string => {
  const [year = '', month = '1', day = '1'] = date.split('-')
  return `${Number(day)} ${shortMonths[Number(month) - 1] ?? ''} ${year}`
}
