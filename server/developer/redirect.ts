/** Where an app may have a browser sent: exactly to its registered addresses, and to none that runs code here. */

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** https; http on the device itself; or an app's own scheme, which has a dot as a reversed domain does (RFC 8252). */
export const isRedirectAllowed = (address: string): boolean => {
  if (!URL.canParse(address) || address.includes('#') || /[\s\\]/.test(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return hostname !== ''
  if (protocol === 'http:') return loopback.has(hostname)
  return /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(protocol)
}

/** Compares every character; only a port of the device itself may differ, since a program takes a free one. */
export const isSameRedirect = (registered: string, given: string): boolean =>
  registered === given || (withoutPort(registered) !== null && withoutPort(registered) === withoutPort(given))

const withoutPort = (address: string): string | null => {
  if (!isRedirectAllowed(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:') return null
  url.port = ''
  return url.href
}

/** Adds parameters to those that it has. */
export const redirectWith = (address: string, parameters: Readonly<Record<string, string | undefined>>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** The part that a person recognizes. */
export const placeOf = (address: string): string => {
  const { protocol, hostname } = new URL(address)
  if (loopback.has(hostname)) return 'un programa en este dispositivo'
  return protocol === 'https:' ? hostname : protocol.slice(0, -1)
}
