import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A visitor without an account subscribes to a single booking, by its link. */
export type Visitor = { booking: string; t: string }

const address = '/api/conversations/events'
/** After the server refused (too many streams, an expired session) the stream is reopened after this delay. */
const againMs = 15_000

type Listener = { changed(): void; live(isLive: boolean): void }

/** One event stream for all listeners of a page, open only while the page is visible. */
type Line = { listeners: Set<Listener>; close(): void; isLive(): boolean }
const lines = new Map<string, Line>()

const openLine = (url: string): Line => {
  const listeners = new Set<Listener>()
  let source: EventSource | undefined
  let live = false
  let later: number | undefined
  const notify = (isLive: boolean) => {
    if (live === isLive) return
    live = isLive
    for (const listener of listeners) listener.live(isLive)
  }
  const changed = () => {
    for (const listener of listeners) listener.changed()
  }
  const hangUp = () => {
    window.clearTimeout(later)
    source?.close()
    source = undefined
    notify(false)
  }
  const dial = () => {
    if (source !== undefined || document.visibilityState !== 'visible') return
    const fresh = new EventSource(url)
    source = fresh
    fresh.addEventListener('open', () => notify(true))
    fresh.addEventListener('changed', changed)
    fresh.addEventListener('again', changed)
    fresh.addEventListener('error', () => {
      notify(false)
      // The browser reconnects by itself, unless it was refused.
      if (fresh.readyState !== EventSource.CLOSED) return
      hangUp()
      later = window.setTimeout(dial, againMs)
    })
  }
  const look = () => {
    if (document.visibilityState === 'visible') dial()
    else hangUp()
  }
  document.addEventListener('visibilitychange', look)
  dial()
  return {
    listeners,
    isLive: () => live,
    close: () => {
      document.removeEventListener('visibilitychange', look)
      hangUp()
    },
  }
}

/**
 * Refreshes conversations from the event stream while the component is mounted; returns whether the stream is open. `off`: a user unknown
 * to the server; they poll every few seconds.
 */
export const useLive = (visitor?: Visitor | 'off'): boolean => {
  const queryClient = useQueryClient()
  const [live, setLive] = useState(false)
  const url =
    visitor === undefined || visitor === 'off'
      ? address
      : `${address}?booking=${encodeURIComponent(visitor.booking)}&t=${encodeURIComponent(visitor.t)}`
  const isOff = visitor === 'off'
  useEffect(() => {
    if (isOff) return
    const line = lines.get(url) ?? openLine(url)
    lines.set(url, line)
    const listener: Listener = {
      changed: () => {
        void queryClient.invalidateQueries({ queryKey: ['/api', 'conversations'] })
        // Reading a message also marks its notification as read, on any device.
        void queryClient.invalidateQueries({ queryKey: ['/api', 'notifications'] })
      },
      live: setLive,
    }
    line.listeners.add(listener)
    const first = window.setTimeout(() => setLive(line.isLive()))
    return () => {
      window.clearTimeout(first)
      line.listeners.delete(listener)
      if (line.listeners.size > 0) return
      line.close()
      lines.delete(url)
    }
  }, [url, isOff, queryClient])
  return live
}
