import { useState } from 'react'

/**
 * The newest value that could be read: previews, and choices that depend on a number's sign, do not change while a number is being typed.
 * Compared by content, since a draft may be made anew on each render.
 */
export const useLastReadable = <T>(value: T, isReadable: boolean, first: T = value): T => {
  const [last, setLast] = useState(first)
  if (isReadable && JSON.stringify(last) !== JSON.stringify(value)) setLast(value)
  return isReadable ? value : last
}
