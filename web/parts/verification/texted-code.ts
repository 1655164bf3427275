import { useEffect, useRef } from 'react'

/**
 * The code of a text message that names this address (WebOTP), where the browser can read it with its owner's consent; elsewhere nothing
 * happens, and `autocomplete="one-time-code"` offers it above the keyboard.
 */
export const useTextedCode = (onCode: (digits: string) => void) => {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const stop = new AbortController()
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: stop.signal,
    }
    navigator.credentials
      .get(request)
      .then((found) => {
        if (found !== null && 'code' in found && typeof found.code === 'string') latest.current(found.code)
      })
      // Refused by its owner, or the page was left.
      .catch(() => undefined)
    return () => stop.abort()
  }, [])
}
