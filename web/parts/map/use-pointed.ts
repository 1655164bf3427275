import { useEffect, useState } from 'react'

/** The result that is hovered or focused, in the list or on the map: both highlight it. */
export const usePointed = () => {
  const [pointed, setPointed] = useState<number>()
  useEffect(() => {
    const look = (event: Event) => {
      const card = event.target instanceof Element ? event.target.closest('[data-result]') : null
      if (card !== null) setPointed(Number(card.getAttribute('data-result')))
    }
    document.addEventListener('pointerover', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
    }
  }, [])
  useEffect(() => {
    const card = pointed === undefined ? null : document.getElementById(`r-${pointed}`)
    card?.setAttribute('data-pointed', '')
    return () => card?.removeAttribute('data-pointed')
  }, [pointed])
  return [pointed, setPointed] as const
}
