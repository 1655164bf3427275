import { useState } from 'react'

/** The newest value that could be read: previews, and choices told by a number's sign, stand still while a number is being typed. */
export const useLastReadable = <T>(value: T, isReadable: boolean, first: T = value): T => {
  const [last, setLast] = useState({ value: isReadable ? value : first })
  if (!isReadable || Object.is(last.value, value)) return isReadable ? value : last.value
  setLast({ value })
  return value
}
