import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page is in another page's frame. There our cookies do not come along, so nothing is held or paid in it: the last step opens
 * the whole window (docs/booking/own-links.md).
 */
export const useEmbedded = () =>
  useSyncExternalStore(
    never,
    () => window.self !== window.top,
    () => false,
  )
