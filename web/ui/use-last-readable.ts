import { useState } from 'react'

/**
 * The newest readable value: previews, and choices that depend on a number's sign, do not change while a number is being typed. Compared by
 * content, since a draft may be a new object on each render.
 */
export const useLastReadable = <T>(value: T, isReadable: boolean, first: T = value): T => {
  const [last, setLast] = useState(first)
  if (isReadable && JSON.stringify(last) !== JSON.stringify(value)) setLast(value)
  return isReadable ? value : last
}
