import { useEffect, useRef } from 'react'

/** The newest value that could be read: previews, and choices told by a number's sign, stand still while a number is being typed. */
export const useLastReadable = <T>(value: T, isReadable: boolean, first: T = value): T => {
  const last = useRef(first)
  useEffect(() => {
    if (isReadable) last.current = value
  })
  return isReadable ? value : last.current
}
