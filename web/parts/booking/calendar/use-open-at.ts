import { type RefObject, useEffect } from 'react'

/**
 * Scrolls what scrolls by itself to where one looks first, once for each `key` (what is shown): so much above that place, in pixels,
 * stays in sight. Nothing else on the page moves.
 */
export const useOpenAt = (
  frame: RefObject<HTMLElement | null>,
  { key, to }: { key: string; to: { top?: number; left?: number } },
) => {
  const { top, left } = to
  useEffect(() => {
    if (top !== undefined) frame.current?.scrollTo({ top: Math.max(0, top), behavior: 'instant' })
    if (left !== undefined) frame.current?.scrollTo({ left: Math.max(0, left), behavior: 'instant' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for what is shown: a minute later one may have scrolled elsewhere
  }, [frame, key])
}
