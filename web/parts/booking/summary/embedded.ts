import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page is in another site's frame. Our cookies are not sent there, so nothing can be held or paid: the last step opens the
 * whole window (docs/booking/own-links.md).
 */
export const useEmbedded = () =>
  useSyncExternalStore(
    never,
    () => window.self !== window.top,
    () => false,
  )
