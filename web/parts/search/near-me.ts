/**
 * Where the visitor is, when they press for it and allow it; undefined when they do not, or it is unknown. Rounded to about a kilometre:
 * the address of a search may be shared, and where the visitor lives is not part of it.
 */
export const askPosition = () =>
  new Promise<{ lat: string; lng: string } | undefined>((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude.toFixed(2), lng: coords.longitude.toFixed(2) }),
      () => resolve(undefined),
      { maximumAge: 300_000, timeout: 10_000 },
    )
  })

/** The same where the browser was allowed to say it before: no prompt. */
export const grantedPosition = async () => {
  if (!('permissions' in navigator)) return undefined
  const { state } = await navigator.permissions.query({ name: 'geolocation' })
  return state === 'granted' ? askPosition() : undefined
}
