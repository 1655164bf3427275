import { useEffect, useState } from 'react'
import { knowsTime, learnTime } from '#web/server-clock.ts'

/** False until the server's time is known or has failed: countdowns wait for it. Requests it once if no response has come yet. */
export const useServerTime = (): boolean => {
  const [isKnown, know] = useState(false)
  useEffect(() => {
    let isHere = true
    void (knowsTime() ? Promise.resolve() : (request ??= ask())).then(() => {
      if (isHere) know(true)
    })
    return () => {
      isHere = false
    }
  }, [])
  return isKnown
}

/** One request for all countdowns of a page. */
let request: Promise<void> | undefined

const ask = async () => {
  try {
    learnTime((await fetch('/api/health', { cache: 'no-store' })).headers.get('date'))
  } catch {
    // Offline the device's clock is all there is.
  }
}
