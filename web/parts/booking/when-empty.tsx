import { lazy, Suspense } from 'react'

/** Come with the first day that has no hours. */
const AlertButton = lazy(() => import('#web/parts/favourite/alert-button.tsx'))
const JoinWaitlist = lazy(() => import('#web/parts/waitlist/join-waitlist.tsx'))

/** What can be done about a day without hours: wait for one, or be told of any. */
export const whenEmptyOf =
  (wait: {
    professional: number
    service: { id: number; name: string } | undefined
    more?: string | undefined
    add?: string | undefined
    space: number | undefined
    from: string
    signedIn: boolean
    persons: number
    isClass?: boolean | undefined
    path: string
  }) =>
  (date: string | null) => (
    <>
      {wait.service === undefined ? null : (
        <Suspense>
          <JoinWaitlist {...wait} service={wait.service} from={date ?? wait.from} />
        </Suspense>
      )}
      {date === null ? (
        <Suspense>
          <AlertButton id={wait.professional} onDate={null} signedIn={wait.signedIn} path={wait.path} />
        </Suspense>
      ) : null}
    </>
  )
