import { type ComponentProps, lazy, Suspense } from 'react'
import type WhichCityNow from '#web/parts/search/which-city.tsx'

/** Comes with the first search that says no place. */
const WhichCity = lazy(() => import('#web/parts/search/which-city.tsx'))

type Props = ComponentProps<typeof WhichCityNow>

/** Which city is meant, where the search has one that is presumed. */
export const AskCity = ({
  presumed,
  ...props
}: Omit<Props, 'presumed'> & { presumed: Props['presumed'] | undefined }) =>
  presumed === undefined ? null : (
    <Suspense>
      <WhichCity presumed={presumed} {...props} />
    </Suspense>
  )
