/**
 * The code in what a camera read: the sign at a unit is an address with its code (`?station=`), a client may show the code alone.
 * Undefined: it is no code of Kalli's.
 */
export const scannedCode = (text: string): string | undefined => {
  const address = URL.parse(text)
  const code = (address === null ? text : (address.searchParams.get('station') ?? '')).trim()
  return /^[\da-z-]{4,20}$/i.test(code) ? code : undefined
}
