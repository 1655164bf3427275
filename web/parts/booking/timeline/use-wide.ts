import { useSyncExternalStore } from 'react'

const wide = '(min-width: 64rem)'

/** A wide screen shows the week, anything smaller a day. */
export const useWide = () =>
  useSyncExternalStore(
    (listen) => {
      const query = window.matchMedia(wide)
      query.addEventListener('change', listen)
      return () => query.removeEventListener('change', listen)
    },
    () => window.matchMedia(wide).matches,
    () => false,
  )
