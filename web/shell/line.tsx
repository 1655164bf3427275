import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOnline } from '#web/ui/use-online.ts'

/** The state of the connection to Kalli: down or slow; nothing when it is fine. */
export const Line = () => {
  return useOnline() ? <Progress /> : <Offline />
}

const Offline = () => (
  <p
    role="status"
    data-bar="bottom"
    className="bottom-bar sticky z-50 flex animate-rise items-center justify-center gap-3 bg-noche px-4 pt-3.5 text-[0.9375rem] font-medium text-on-noche"
  >
    <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-maiz" />
    Sin conexión. Lo que escribiste sigue aquí.
  </p>
)

/** Shorter waits are not shown; after this long users wonder, and after the next step they doubt. */
const wonderMs = 700
const doubtMs = 8_000

/** First loads in progress; the refresh of a list does not count. */
const Progress = () => {
  const fetching = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  const mutating = useIsMutating()
  const turning = useRouterState({ select: ({ status }) => status === 'pending' })
  const waiting = fetching + mutating > 0 || turning
  return waiting ? <Waiting /> : null
}

const Waiting = () => {
  const [since, setSince] = useState<'now' | 'wonder' | 'doubt'>('now')
  useEffect(() => {
    const timers = [
      setTimeout(() => setSince('wonder'), wonderMs),
      setTimeout(() => setSince('doubt'), doubtMs),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (since === 'now') return null
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60">
      <span aria-hidden className="block h-1 overflow-hidden bg-barro-soft">
        <span className="block h-full w-1/3 animate-pass rounded-full bg-barro" />
      </span>
      {since === 'doubt' ? (
        <p className="mx-auto mt-3 w-fit animate-rise rounded-full bg-noche px-4 py-2 text-[0.9375rem] font-medium text-on-noche shadow-high">
          La conexión está lenta. Seguimos intentando…
        </p>
      ) : (
        <span className="sr-only">Cargando...</span>
      )}
    </div>
  )
}
