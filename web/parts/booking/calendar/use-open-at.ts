import { type RefObject, useEffect } from 'react'

/**
 * Scrolls hours to where one looks first, once for each `key` (what is shown). The page moves too where the line at now is out of sight
 * all the same: on a telephone, whose hours do not scroll by themselves, and late in the day, when they are scrolled to their end.
 */
export const useOpenAt = (
  frame: RefObject<HTMLElement | null>,
  { key, top }: { key: string; top: number },
) => {
  useEffect(() => {
    const box = frame.current
    if (box === null) return
    box.scrollTo({ top: Math.max(0, top), behavior: 'instant' })
    // After the page itself was put at its beginning.
    const timer = setTimeout(() => {
      const line = box.querySelector('[data-now]')
      const at = line?.getBoundingClientRect().top ?? 0
      if (at < 0 || at > innerHeight * 0.8) line?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }, 60)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for what is shown: a minute later one may have scrolled elsewhere
  }, [frame, key])
}
