import { useEffect, useRef } from 'react'

/** ⌘K, or Ctrl and K, on any screen; not while another dialog is open. */
export const useFindKey = (on: boolean, onPress: () => void) => {
  const press = useRef(onPress)
  useEffect(() => {
    press.current = onPress
  })
  useEffect(() => {
    if (!on) return undefined
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      if (document.querySelector('[role=dialog]') === null) press.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}
