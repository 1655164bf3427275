import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** "https://kalli.mx" after hydration; empty before, as on the server, which may not know its public name. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  )
