import { useEffect, useRef } from 'react'
import { pairs } from '#web/parts/landing/words.ts'

/**
 * The turning words of the headline, every three seconds (spec §9). They stand still once somebody points, types or
 * asks for less motion. The text changes inside the same nodes, so the page's largest paint stays the first one.
 */
export const RotatingPair = () => {
  const who = useRef<HTMLSpanElement>(null)
  const where = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let turn = 0
    const timer = setInterval(() => {
      turn = (turn + 1) % pairs.length
      const pair = pairs[turn]
      if (pair === undefined) return
      for (const [node, text] of [
        [who.current, pair[0]],
        [where.current, pair[1]],
      ] as const) {
        if (node === null) continue
        node.textContent = text
        node.animate([{ opacity: 0, transform: 'translateY(0.25em)' }, {}], {
          duration: 320,
          easing: 'ease-out',
        })
      }
    }, 3000)
    const stop = () => clearInterval(timer)
    addEventListener('pointerdown', stop, { once: true })
    addEventListener('keydown', stop, { once: true })
    return () => {
      stop()
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
    }
  }, [])
  return (
    <>
      <span ref={who} className="inline-block whitespace-nowrap text-barro">
        {pairs[0][0]}
      </span>{' '}
      <br />
      en{' '}
      <span ref={where} className="inline-block whitespace-nowrap text-jacaranda">
        {pairs[0][1]}
      </span>
    </>
  )
}
