import { useEffect, useRef } from 'react'

/**
 * The code in a text message that names this origin (WebOTP), where the browser can read it with the user's consent; elsewhere nothing
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
      // The user refused, or left the page.
      .catch(() => undefined)
    return () => stop.abort()
  }, [])
}
