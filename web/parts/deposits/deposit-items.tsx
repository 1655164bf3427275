import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { DepositItem, PayeeParty } from '#contract/figures/bank-deposit.ts'
import { ReceiptDialog } from '#web/parts/booking/visit/receipt-dialog.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { RentReceiptDialog } from '#web/parts/team/rent-receipt.tsx'
import { shortDate } from '#web/parts/deposits/short-date.ts'
import { Button } from '#web/ui/button.tsx'

/** The visits and rents of a deposit, each with its receipt. */
export const DepositItems = ({ party, items }: { party: PayeeParty; items: readonly DepositItem[] }) => {
  const [shown, setShown] = useState<DepositItem>()
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {items.map((item, index) => (
          <li key={item.payoutId ?? index} className="flex items-center gap-x-3 py-1.5">
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere">{item.title}</span>
              <span className="block text-sm text-muted">
                {[item.date === null ? '' : shortDate(item.date), item.detail].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Price cents={item.amountCents} className="font-semibold" />
            {item.bookingId === null && item.rentChargeId === null ? (
              <span aria-hidden className="size-11" />
            ) : (
              <Button tone="quiet" size="small" className="px-2" onClick={() => setShown(item)}>
                <ReceiptText aria-hidden className="size-5" />
                <span className="sr-only">
                  Recibo de {item.title}
                  {item.date === null ? '' : `, ${shortDate(item.date)}`}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown?.bookingId ? (
        <ReceiptDialog id={shown.bookingId} as={party} open onOpenChange={() => setShown(undefined)} />
      ) : null}
      {shown?.rentChargeId ? (
        <RentReceiptDialog id={shown.rentChargeId} onClose={() => setShown(undefined)} />
      ) : null}
    </>
  )
}
