/** Wall-clock time as tests write it: '2026-11-20T19:00'; in a repeated hour the first pass, with ' 2' the second. */
export const instantAt = (at: string, zone: string): number => {
  const [wall = '', pass] = at.split(' ')
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, {
    disambiguation: pass === undefined ? 'earlier' : 'later',
  }).epochMilliseconds
}
