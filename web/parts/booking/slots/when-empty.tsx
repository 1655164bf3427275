import { lazy, Suspense } from 'react'
import type { Modality } from '#contract/service/modality.ts'

/** Loaded with the first day without slots. */
const AlertButton = lazy(() => import('#web/parts/favourite/alert-button.tsx'))
const JoinWaitlist = lazy(() => import('#web/parts/booking/waitlist/join-waitlist.tsx'))

type Wait = {
  professional: number
  service: { id: number; name: string } | undefined
  /** The services of each person. */
  people: readonly (readonly number[])[]
  add?: string | undefined
  /** The modality, if not at a place; a home by its token. */
  modality?: Modality | undefined
  home?: string | undefined
  space: number | undefined
  signedIn: boolean
  path: string
}

/** Alternatives for a day without slots, or for all from a date on: join the waitlist of a professional, or get an alert for any. */
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
