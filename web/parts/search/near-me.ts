/**
 * The visitor's position, after they press and allow it; undefined if denied or unknown. Rounded to about a kilometre: a search's URL may
 * be shared, and must not reveal where the visitor lives.
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

/** The same, only where the permission was granted before: no prompt. */
export const grantedPosition = async () => {
  if (!('permissions' in navigator)) return undefined
  const { state } = await navigator.permissions.query({ name: 'geolocation' })
  return state === 'granted' ? askPosition() : undefined
}
