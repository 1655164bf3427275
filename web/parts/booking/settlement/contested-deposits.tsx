import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/settlement/deposit.ts'
import type { ContestedDeposit, DepositVerdict } from '#contract/booking/settlement/deposit.ts'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { ClaimStory } from '#web/parts/booking/settlement/claim-story.tsx'
import { ConfirmMoneyAct } from '#web/parts/booking/support/money-preview.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Contested deposit claims, the oldest first; an administrator decides by one of two templates. */
export default function ContestedDeposits() {
  const answer = useQuery({ ...reading(contract.contestedDeposits), retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando las garantías…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.deposits.length === 0)
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title="Ninguna garantía en disputa"
        text="Cuando alguien no esté de acuerdo con un reclamo por daños, lees aquí las dos versiones."
      />
    )
  return (
    <ul className="flex flex-col gap-6">
      {answer.data.deposits.map((one) => (
        <li key={one.id}>
          <Contested of={one} />
        </li>
      ))}
    </ul>
  )
}

const Contested = ({ of: one }: { of: ContestedDeposit }) => {
  const [verdict, setVerdict] = useState<DepositVerdict>()
  const claimCents = one.claim?.amountCents ?? 0
  const isFirst = claimCents > twoPersonsAboveCents && one.proposal === null
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl">
          {one.professional} y {one.host}
        </h2>
        <p className="text-muted">
          {one.rent.spaceName}, {one.rent.unitName}, {shortOf(one.rent.startsAt, one.rent.zone)}. Garantía de{' '}
          {formatCents(one.amountCents)}.
        </p>
      </div>
      <ClaimStory of={one} />
      {one.proposal === null ? null : (
        <p className="rounded-md bg-maiz-soft px-4 py-3 text-[0.9375rem] text-maiz-ink">
          {one.proposal.mine ? 'Propusiste' : 'Otra persona del equipo propone'}: cobrar{' '}
          {formatCents(claimCents)}
        </p>
      )}
      <div className="flex flex-wrap items-start gap-3 border-t border-line pt-4">
        <Button
          tone="secondary"
          size="small"
          blocked={one.proposal?.mine ? 'Ya lo propusiste: lo hace otra persona del equipo.' : undefined}
          onClick={() => setVerdict('stands')}
        >
          Se muestra: {isFirst ? 'proponer cobrar' : 'cobrar'} {formatCents(claimCents)}
        </Button>
        <Button tone="secondary" size="small" onClick={() => setVerdict('falls')}>
          No se muestra: liberar todo
        </Button>
      </div>
      {verdict === undefined ? null : (
        <ConfirmMoneyAct
          key={verdict}
          title={
            verdict === 'stands'
              ? `¿${isFirst ? 'Proponer cobrar' : 'Cobrar'} ${formatCents(claimCents)}?`
              : '¿Liberar toda la garantía?'
          }
          description={contract.depositVerdicts[verdict]}
          button={verdict === 'stands' && isFirst ? 'Proponer' : 'Decidir'}
          draft={`deposit-decision-${one.id}`}
          search={{ act: 'deposit', id: one.id, version: one.version, verdict }}
          said="Decidido: avisamos a las dos partes"
          needsTwo={verdict === 'stands' && claimCents > twoPersonsAboveCents}
          changed={[keyOf(contract.contestedDeposits)]}
          send={async (reason, options) => {
            const body = { version: one.version, verdict, reason }
            const { proposed } = await call(contract.decideDeposit, { params: { id: one.id }, body }, options)
            return { done: !proposed }
          }}
          onClose={() => setVerdict(undefined)}
        />
      )}
    </Card>
  )
}
