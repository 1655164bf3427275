import { Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

const pollMs = 3_000

/** The server's state of a hold whose end has come: it continues, its bank is still deciding, or it is lost. */
export type HoldStatus = 'living' | 'undecided' | 'lost'
/** Null while it continues. */
export type Over = Exclude<HoldStatus, 'living'> | null

/** The device's clock may be ahead of the server's by this much (server-clock.ts). */
const aheadMs = 1_000

/**
 * The clock alone does not end a hold: a response may have been lost, a bank slow, or it was paid in another tab. So the server is
 * queried; until it has answered the page stays as it is, and does not say that the hour is free.
 */
export const askWhenOver = async <Held,>(
  /** Shared by the page: one query at a time. */
  inFlight: { current: boolean },
  refetch: () => Promise<{ isSuccess: boolean; data: Held | undefined }>,
  statusOf: (held: Held) => HoldStatus,
  say: (over: Over) => void,
  afterMs = aheadMs,
) => {
  if (inFlight.current) return
  inFlight.current = true
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const { isSuccess, data } = await refetch()
  inFlight.current = false
  const currentState = isSuccess && data !== undefined ? statusOf(data) : 'undecided'
  say(currentState === 'living' ? null : currentState)
}

/** The time to pay is over and it is unknown whether it was paid: nothing is offered that could be paid twice. */
export default function TimeOver({
  problem,
  isChecking,
  onAsk,
}: {
  /** Why the query failed; null: it succeeded, and the bank has not answered. */
  problem: Error | null
  isChecking: boolean
  onAsk: () => void
}) {
  const failed = problem !== null
  useEffect(() => {
    // The connection may have come back while the failed query was under way: then only this timer retries.
    const timer = failed && !navigator.onLine ? undefined : setInterval(onAsk, pollMs)
    window.addEventListener('online', onAsk)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', onAsk)
    }
  })
  return (
    <section className="page py-12" role="status">
      <EmptyState
        heading="h1"
        icon={<Hourglass />}
        title={failed ? 'No sabemos si tu pago pasó' : 'Estamos viendo si tu pago pasó'}
        text={
          failed
            ? `Se acabó el tiempo y no pudimos preguntarlo. ${problem.message} No vuelvas a pagar ni elijas otra hora antes de verlo aquí.`
            : 'Se acabó el tiempo y tu banco todavía no nos responde. No vuelvas a pagar: esta página se actualiza sola.'
        }
        action={
          failed ? (
            <Button busy={isChecking} onClick={onAsk}>
              Ver si ya pasó
            </Button>
          ) : undefined
        }
      />
    </section>
  )
}
