import { type ComponentProps, lazy, Suspense } from 'react'
import type WhichCityNow from '#web/parts/search/which-city.tsx'

/** Loaded with the first search without a place. */
const WhichCity = lazy(() => import('#web/parts/search/which-city.tsx'))

type Props = ComponentProps<typeof WhichCityNow>

/** Asks for the city, where the search uses a presumed one. */
export const AskCity = ({
  presumed,
  ...props
}: Omit<Props, 'presumed'> & { presumed: Props['presumed'] | undefined }) =>
  presumed === undefined ? null : (
    <Suspense>
      <WhichCity presumed={presumed} {...props} />
    </Suspense>
  )
