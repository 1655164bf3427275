/** Key of the pending choice (request.ts); separate, because every page reads it. */
export const place = 'kalli.wish'

export const hasPendingChoice = (): boolean => {
  try {
    return sessionStorage.getItem(place) !== null
  } catch {
    return false
  }
}
