import { useEffect, useState } from 'react'
import { knowsTime, learnTime } from '#web/server-clock.ts'

/** False until the server's time is known, or cannot be: countdowns wait that long. While no answer has come, one is requested. */
export const useServerTime = (): boolean => {
  const [isKnown, know] = useState(false)
  useEffect(() => {
    let isHere = true
    void (knowsTime() ? Promise.resolve() : (opened ??= ask())).then(() => {
      if (isHere) know(true)
    })
    return () => {
      isHere = false
    }
  }, [])
  return isKnown
}

/** One question for all that count down on a page. */
let opened: Promise<void> | undefined

const ask = async () => {
  try {
    learnTime((await fetch('/api/health', { cache: 'no-store' })).headers.get('date'))
  } catch {
    // Without a line the device's clock is all there is.
  }
}
