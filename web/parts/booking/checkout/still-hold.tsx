import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, useState } from 'react'
import type { Hold } from '#contract/booking/hold.ts'
import type { HeldPay } from '#web/parts/booking/summary/composition.ts'
import * as now from '#web/parts/booking/checkout/held-visit.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { Still } from '#web/ui/page/still.tsx'

const later = () => import('#web/parts/booking/checkout/held-visit.tsx')
const stepsLater = lazy(async () => ({ default: (await later()).PaySteps }))
const summaryLater = lazy(async () => ({ default: (await later()).HeldSummary }))
const termsLater = lazy(async () => ({ default: (await later()).HeldTerms }))

// Rendered by the server and static until something changes: most clients change nothing of it (docs/web/static-pages.md).
const Steps = createIsomorphicFn()
  .server(() => now.PaySteps)
  .client(() => stepsLater)()
const Summary = createIsomorphicFn()
  .server(() => now.HeldSummary)
  .client(() => summaryLater)()
const Terms = createIsomorphicFn()
  .server(() => now.HeldTerms)
  .client(() => termsLater)()

/** A client coming from the slot choice has no server-rendered page: then it is fetched with the hold, so that nothing moves. */
export const fetchHeldVisit = createIsomorphicFn()
  .server(async () => undefined)
  .client(async () => void (await later().catch(() => undefined)))

/** Whether the hold changed since the page was rendered: add-ons, a new price. */
const useChanged = (hold: Hold) => {
  const [first] = useState(hold)
  return hold !== first
}

export const StaticSteps = () => (
  <Still fallback={<Skeleton className="h-8" />}>
    <Steps />
  </Still>
)

export const StaticSummary = ({ hold }: { hold: Hold }) => (
  <Still live={useChanged(hold)} fallback={<Skeleton className="h-64 rounded-md" />}>
    <Summary hold={hold} />
  </Still>
)

export const StaticTerms = ({ hold, pay }: { hold: Hold; pay: HeldPay }) => (
  <Still
    live={
      useChanged(hold) ||
      pay.creditCents > 0 ||
      pay.tipCents > 0 ||
      pay.pack !== null ||
      (!pay.inTwo && hold.upfront !== null)
    }
    fallback={<Skeleton className="h-72 rounded-md" />}
  >
    <Terms hold={hold} pay={pay} />
  </Still>
)
