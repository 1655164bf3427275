import { type RefObject, useEffect } from 'react'

/**
 * Scrolls the hours to the most relevant one, once for each `key` (what is shown). The page scrolls too where the line at now is still out
 * of sight: on a phone, whose hours do not scroll by themselves, and late in the day, when they are scrolled to their end.
 */
export const useOpenAt = (
  frame: RefObject<HTMLElement | null>,
  { key, top }: { key: string; top: number },
) => {
  useEffect(() => {
    const box = frame.current
    if (box === null) return
    box.scrollTo({ top: Math.max(0, top), behavior: 'instant' })
    // After the page itself was scrolled to its top.
    const timer = setTimeout(() => {
      const line = box.querySelector('[data-now]')
      const at = line?.getBoundingClientRect().top ?? 0
      if (at < 0 || at > innerHeight * 0.8) line?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }, 60)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for what is shown: a minute later one may have scrolled elsewhere
  }, [frame, key])
}
