import { useQuery } from '@tanstack/react-query'
import { dateText } from '#contract/platform/short-date.ts'
import * as rent from '#contract/team/rent.ts'
import { reading } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { DirectHistory } from '#web/parts/team/direct-history.tsx'
import { RentBadge } from '#web/parts/team/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** A party's own lines from the ledger. `membership`: on behalf of the business that permits it. */
export const RentReceiptDialog = ({
  id,
  membership,
  onClose,
}: {
  id: string
  membership?: number | undefined
  onClose: () => void
}) => {
  const answer = useQuery(reading(rent.rentReceipt, { params: { id }, query: { membership } }))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Recibo de renta"
      actions={
        <>
          <Button tone="quiet" onClick={() => window.print()}>
            Imprimir
          </Button>
          <Button onClick={onClose}>Cerrar recibo</Button>
        </>
      }
    >
      {answer.isPending ? (
        <Skeleton className="h-40" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <Lines one={answer.data} membership={membership} />
      )}
    </Dialog>
  )
}

const Lines = ({ one, membership }: { one: rent.RentReceipt; membership: number | undefined }) => (
  <div className="flex flex-col gap-4">
    <p className="flex flex-wrap items-center gap-2">
      <RentBadge one={one} />
      <span className="text-muted">
        Del {dateText(one.from)} al {dateText(one.to)}
      </span>
    </p>
    <p>
      {one.name} en <strong className="font-semibold">{one.businessName}</strong>. {one.explanation}.
    </p>
    <MoneyLines
      lines={one.lines}
      total={{
        label: one.party === 'host' ? (one.status === 'paid' ? 'Recibes' : 'Recibirás') : 'Tu parte',
        amountCents: one.netCents,
      }}
      note={
        one.status === 'paid'
          ? paidTexts[one.paidBy ?? 'earnings']
          : one.party === 'host'
            ? 'Sale hacia tu cuenta en cuanto se pague.'
            : 'Se toma de tu tarjeta si la guardaste, o de lo que ganes a continuación.'
      }
    />
    <DirectHistory one={one} membership={membership} />
  </div>
)

const paidTexts = {
  card: 'Pagada con tarjeta.',
  earnings: 'Pagada con lo que se ganó en citas.',
  direct: 'Pagada directo al negocio: ese dinero no pasó por Kalli.',
} as const
