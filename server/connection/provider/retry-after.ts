/** How long a provider asks to wait (`Retry-After`): seconds, or a date. Null when absent or unreadable. */
export const waitOf = (header: string | null | undefined, now = Date.now()): number | null => {
  const text = header?.trim() ?? ''
  if (text === '') return null
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return seconds < 0 ? null : seconds * 1000
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
