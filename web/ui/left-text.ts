/** By the second within an hour, by the minute beyond it. */
export const leftText = (seconds: number) => {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${String(seconds % 60).padStart(2, '0')}`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
