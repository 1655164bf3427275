import { useSyncExternalStore } from 'react'

/** Whether this device is online, as far as it knows. */
export const useOnline = () =>
  useSyncExternalStore(
    onLine,
    () => navigator.onLine,
    () => true,
  )

const onLine = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
