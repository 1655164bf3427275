import type { ListPrice as Shown } from '#contract/pricing/shown-price.ts'
import { Price } from '#web/parts/payment/price.tsx'

/** A price before an hour is chosen: "desde" only where it varies. */
export const ListPrice = ({ of: { cents, isFrom }, className }: { of: Shown; className?: string }) => (
  <>
    {isFrom ? 'desde ' : ''}
    <Price cents={cents} className={className} />
  </>
)
