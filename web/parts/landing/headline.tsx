import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pairs } from '#web/parts/landing/pairs.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Spec §9. */
const turnMs = 3000

/**
 * The headline with rotating words, every three seconds. It pauses while the visitor points at it or types in the search below, has a pause
 * button, and never moves for visitors who prefer reduced motion. The text changes inside the same nodes, so that nothing re-renders and
 * the first paint stays the largest. Its lines are fixed and as wide as the longest words, so that nothing below shifts.
 */
export const Headline = () => {
  const frame = useRef<HTMLDivElement>(null)
  const who = useRef<HTMLSpanElement>(null)
  const where = useRef<HTMLSpanElement>(null)
  const [paused, setPaused] = useState(false)
  const turn = useRef(0)

  useEffect(() => {
    const hero = frame.current?.closest('section')
    if (paused || !hero || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      const typing = hero.contains(document.activeElement) && document.activeElement?.tagName !== 'A'
      if (typing || frame.current?.querySelector('h1')?.matches(':hover') === true) return
      turn.current = (turn.current + 1) % pairs.length
      const pair = pairs[turn.current]
      if (pair === undefined) return
      change(who.current, pair[0])
      change(where.current, pair[1])
    }, turnMs)
    return () => clearInterval(timer)
  }, [paused])

  return (
    <div ref={frame} className="@container relative">
      <h1 className="text-[min(10cqi,3.75rem)] leading-[1.06] whitespace-nowrap sm:max-lg:text-[min(6.7cqi,3.375rem)]">
        Encuentra <br className="sm:max-lg:hidden" />
        <span ref={who} className="inline-block text-barro">
          {pairs[0][0]}
        </span>{' '}
        <br />
        en{' '}
        <span ref={where} className="inline-block text-jacaranda">
          {pairs[0][1]}
        </span>
      </h1>
      <IconButton
        label={paused ? 'Reanudar el titular' : 'Pausar el titular'}
        aria-pressed={paused}
        // After a pointer press it loses the focus, so that the headline can resume.
        onPointerUp={({ currentTarget }) => setTimeout(() => currentTarget.blur())}
        onClick={() => setPaused(!paused)}
        className="absolute! top-0 right-0 rounded-full text-muted motion-reduce:hidden"
      >
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
      </IconButton>
    </div>
  )
}

const change = (node: HTMLElement | null, text: string) => {
  if (node === null || node.textContent === text) return
  node.textContent = text
  node.animate([{ opacity: 0, transform: 'translateY(0.25em)' }, {}], { duration: 320, easing: 'ease-out' })
}
