import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** "https://kalli.mx" once the page lives; before that nothing, as on the server, which may not know its outer name. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  )
