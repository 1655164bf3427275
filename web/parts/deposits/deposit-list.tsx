import { useQuery } from '@tanstack/react-query'
import { Copy, Landmark } from 'lucide-react'
import { useState } from 'react'
import {
  bankDeposit,
  type BankDeposit,
  type BankDeposits,
  depositStatuses,
  type PayeeParty,
} from '#contract/figures/bank-deposit.ts'
import { reading } from '#web/api.ts'
import { DepositItems } from '#web/parts/deposits/deposit-items.tsx'
import { MoneyRow } from '#web/parts/deposits/money-row.tsx'
import { shortDate } from '#web/parts/deposits/short-date.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const tones = { on_the_way: 'maiz', arrived: 'agave', failed: 'chile' } as const

/** What arrived in a month, as the bank's own statement lists it: by date, newest first. */
export const DepositList = ({ found: { party, month, deposits } }: { found: BankDeposits }) => {
  // Another month begins folded again.
  const [whole, setWhole] = useState<string>()
  const shown = whole === month ? deposits : deposits.slice(0, atFirst)
  if (deposits.length === 0)
    return (
      <EmptyState
        icon={<Landmark />}
        title="Sin depósitos este mes"
        text="Cada depósito aparece aquí con su referencia y con lo que trae."
        className="py-6"
      />
    )
  return (
    <Card className="py-1">
      <ul aria-label="Depósitos" className="flex flex-col divide-y divide-line">
        {shown.map((one) => (
          <MoneyRow
            key={one.id}
            title={shortDate(one.arrivesOn)}
            badge={
              one.status === 'arrived' ? undefined : (
                <Badge tone={tones[one.status]}>{depositStatuses[one.status]}</Badge>
              )
            }
            detail={detailOf(one)}
            cents={one.amountCents}
          >
            {() => <Content party={party} id={one.id} />}
          </MoneyRow>
        ))}
      </ul>
      {shown.length === deposits.length ? null : (
        <Button tone="quiet" size="small" className="w-full" onClick={() => setWhole(month)}>
          Ver los {deposits.length - shown.length} de antes
        </Button>
      )}
    </Card>
  )
}

const atFirst = 10

const detailOf = ({ bank, accountEnd }: BankDeposit) =>
  `${bank ?? 'Tu cuenta de cobro'}${accountEnd === null ? '' : ` ··${accountEnd}`}`

const Content = ({ party, id }: { party: PayeeParty; id: string }) => {
  const answer = useQuery(reading(bankDeposit, { params: { party, id } }))
  if (answer.isPending)
    return (
      <>
        <span className="sr-only">Cargando el depósito…</span>
        <Skeleton className="h-24 rounded-md" />
      </>
    )
  if (answer.isError) return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { deposit, items, otherCents } = answer.data
  return (
    <>
      <Reference deposit={deposit} />
      <DepositItems party={party} items={items} />
      {otherCents === 0 ? null : (
        <MoneyLines
          lines={[{ label: 'Otros movimientos del procesador de pagos', amountCents: otherCents }]}
          total={{ label: 'Depósito', amountCents: deposit.amountCents }}
        />
      )}
    </>
  )
}

const Reference = ({ deposit: { reference, status, arrivesOn } }: { deposit: BankDeposit }) => {
  if (reference === null)
    return (
      <p className="text-sm text-muted">
        {status === 'on_the_way'
          ? `Llega el ${shortDate(arrivesOn)}. La clave de rastreo aparece cuando el banco la da.`
          : 'El banco no dio clave de rastreo: búscalo por su fecha y su monto.'}
      </p>
    )
  return (
    <p className="flex items-center gap-x-2 text-sm text-muted">
      <span className="min-w-0">
        Clave de rastreo <span className="figures font-semibold wrap-anywhere text-ink">{reference}</span>
      </span>
      <Button
        tone="quiet"
        size="small"
        className="px-2"
        onClick={() => void copyText(reference, 'Clave copiada', undefined, 'Selecciónala y cópiala a mano.')}
      >
        <Copy aria-hidden className="size-4" />
        <span className="sr-only">Copiar la clave de rastreo</span>
      </Button>
    </p>
  )
}
