import { useEffect, useRef, useState } from 'react'

/** What the server says of a held time whose end has come: it goes on, its bank is still asked, or it is nobody's. */
export type Standing = 'living' | 'undecided' | 'lost'

/** Our clock may be ahead of the server's by so much (server-clock.ts). */
const aheadMs = 1_000

/**
 * The clock alone ends no held time: an answer may have been lost, a bank slow, or it was paid in another tab. So the server is asked, and
 * until it has answered nobody is told that the hour is free.
 */
export const useTimeOver = <Held>(
  refetch: () => Promise<{ isSuccess: boolean; data: Held | undefined }>,
  standingOf: (held: Held) => Standing,
) => {
  const [state, setState] = useState<'running' | 'asking' | 'unknown' | 'lost'>('running')
  const isAsking = useRef(false)
  const look = async (afterMs: number) => {
    if (isAsking.current) return
    isAsking.current = true
    setState((before) => (before === 'running' ? 'asking' : before))
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    const { isSuccess, data } = await refetch()
    isAsking.current = false
    const standing = isSuccess && data !== undefined ? standingOf(data) : 'undecided'
    setState(({ living: 'running', undecided: 'unknown', lost: 'lost' } as const)[standing])
  }
  const again = useRef(refetch)
  useEffect(() => {
    again.current = refetch
  })
  // Back from the bank to a page that the browser kept as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => (persisted ? void again.current() : undefined)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return {
    state,
    /** Until the answer is there the page stays as it is. */
    end: () => void look(aheadMs),
    ask: () => void look(0),
    /** The server refused: nothing was paid, and nothing can be. */
    lose: () => setState('lost'),
  }
}
