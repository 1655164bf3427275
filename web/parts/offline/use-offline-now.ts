import { useEffect, useState } from 'react'
import { useOnline } from '#web/ui/use-online.ts'

/** The device's time while offline, every half minute; null while Kalli's time is available. */
export const useOfflineNow = (): Date | null => {
  const online = useOnline()
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    if (online) return
    const look = () => setNow(new Date())
    look()
    const timer = setInterval(look, 30_000)
    return () => {
      clearInterval(timer)
      setNow(null)
    }
  }, [online])
  return now
}
