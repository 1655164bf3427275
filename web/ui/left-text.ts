/**
 * Seconds within an hour, minutes beyond it, both rounded: the server's time is known to half a second, and ten minutes begin at 10:00 and
 * not at 10:01.
 */
export const leftText = (ms: number) => {
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${String(seconds % 60).padStart(2, '0')}`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
