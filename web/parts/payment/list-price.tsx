import type { ListPrice as Shown } from '#contract/pricing/shown-price.ts'
import { Price } from '#web/parts/payment/price.tsx'

/** A list price: "desde" only where it varies. */
export const ListPrice = ({ of: { cents, isFrom }, className }: { of: Shown; className?: string }) => (
  <>
    {isFrom ? 'desde ' : ''}
    <Price cents={cents} className={className} />
  </>
)
