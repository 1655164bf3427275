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
import { formatCents } from '#contract/platform/money.ts'
import { plainText } from '#contract/platform/plain-text.ts'
import { reading } from '#web/api.ts'
import { DepositItems } from '#web/parts/deposits/deposit-items.tsx'
import { MoneyRow } from '#web/parts/deposits/money-row.tsx'
import { shortDate } from '#web/parts/deposits/short-date.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const tones = { on_the_way: 'maiz', arrived: 'agave', failed: 'chile' } as const

/** The deposits of a month, as in the bank's own statement: by date, newest first. */
export const DepositList = ({ found: { party, month, deposits } }: { found: BankDeposits }) => {
  // Another month starts collapsed.
  const [whole, setWhole] = useState<string>()
  const [typed, setTyped] = useState('')
  const isSearched = typed.trim() !== ''
  const found = isSearched ? deposits.filter((one) => textOf(one).includes(plainText(typed))) : deposits
  const shown = isSearched || whole === month ? found : found.slice(0, atFirst)
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
      {deposits.length > atFirst ? (
        <Field label="Buscar un depósito" hideLabel className="pt-3 pb-1">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={typed}
              placeholder="Buscar por monto, día o clave"
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      ) : null}
      <p role="status" className={isSearched && found.length === 0 ? 'py-4 text-muted' : 'sr-only'}>
        {!isSearched
          ? ''
          : found.length === 0
            ? 'Ningún depósito del mes con eso.'
            : found.length === 1
              ? '1 depósito'
              : `${found.length} depósitos`}
      </p>
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
      {shown.length === found.length ? null : (
        <Button tone="quiet" size="small" className="w-full" onClick={() => setWhole(month)}>
          Ver los {found.length - shown.length} de antes
        </Button>
      )}
    </Card>
  )
}

const atFirst = 10

/** The searchable text, as in a bank's statement and in this list: "558.59", "$558.59", "vie 27 de nov", its reference. */
const textOf = (one: BankDeposit) =>
  plainText(
    [
      formatCents(one.amountCents),
      formatCents(one.amountCents).replaceAll(/[$,]/g, ''),
      shortDate(one.arrivesOn),
      one.arrivesOn.split('-').toReversed().join('/'),
      detailOf(one),
      one.reference ?? '',
      depositStatuses[one.status],
    ].join(' '),
  )

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
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
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
