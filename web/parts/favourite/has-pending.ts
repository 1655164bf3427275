/** Where a choice waits (request.ts); apart, because every page reads it and few have one. */
export const place = 'kalli.wish'

export const hasPendingChoice = (): boolean => {
  try {
    return sessionStorage.getItem(place) !== null
  } catch {
    return false
  }
}
