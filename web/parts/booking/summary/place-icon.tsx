import { MapPin } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Modality } from '#contract/service/modality.ts'

const AwayIcon = lazy(() => import('#web/parts/booking/summary/away-icon.tsx'))

/** Home visits and online visits have other icons than a place. */
export const PlaceIcon = ({ modality, className = '' }: { modality: Modality; className?: string }) =>
  modality === 'place' ? (
    <MapPin aria-hidden className={className} />
  ) : (
    <Suspense>
      <AwayIcon isHome={modality === 'home'} className={className} />
    </Suspense>
  )
