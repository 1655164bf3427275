import { lazy, Suspense } from 'react'
import type { Modality } from '#contract/service/modality.ts'

/** Come with the first day that has no hours. */
const AlertButton = lazy(() => import('#web/parts/favourite/alert-button.tsx'))
const JoinWaitlist = lazy(() => import('#web/parts/booking/waitlist/join-waitlist.tsx'))

type Wait = {
  professional: number
  service: { id: number; name: string } | undefined
  /** What each who comes has done. */
  people: readonly (readonly number[])[]
  add?: string | undefined
  /** Where, if at no place; a home by its token. */
  modality?: Modality | undefined
  home?: string | undefined
  space: number | undefined
  signedIn: boolean
  path: string
}

/** What can be done about a day without hours, or about all from a date on: join the waitlist for one, or be notified of any. */
export default function WhenEmpty({ wait, date, from }: { wait: Wait; date: string | null; from: string }) {
  return (
    <>
      {wait.service === undefined ? null : (
        <Suspense>
          <JoinWaitlist {...wait} service={wait.service} from={from} />
        </Suspense>
      )}
      {date === null ? (
        <Suspense>
          <AlertButton id={wait.professional} onDate={null} signedIn={wait.signedIn} path={wait.path} />
        </Suspense>
      ) : null}
    </>
  )
}
