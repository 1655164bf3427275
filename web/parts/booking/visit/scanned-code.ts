/**
 * The code in a scanned text: a unit's sign has an address with its code (`?station=`), a client may show the code alone. Undefined: not a
 * code of Kalli.
 */
export const scannedCode = (text: string): string | undefined => {
  const address = URL.parse(text)
  const code = (address === null ? text : (address.searchParams.get('station') ?? '')).trim()
  return /^[\da-z-]{4,20}$/i.test(code) ? code : undefined
}
