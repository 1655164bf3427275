/** The amounts of a support act for each party, before it is done; and the dialog that asks for the reason. */
import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/booking/support/money-act.ts'
import type { MoneyActRequested, PartyAmounts } from '#contract/booking/support/money-act.ts'
import { call, type keyOf } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import {
  Failed,
  Reason,
  Shell,
  TwoPersons,
  useAct,
  useWritten,
} from '#web/parts/booking/support/act-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const parties = ['clientCents', 'professionalCents', 'hostCents', 'platformCents', 'taxCents'] as const

/** Only parties for whom something changes. */
export const amountLines = (amounts: PartyAmounts) =>
  parties
    .filter((party) => amounts[party] !== 0)
    .map((party) => ({ label: contract.partyLabels[party], amountCents: amounts[party] }))

/** Null: the request is not complete yet. */
export const useMoneyPreview = (search: MoneyActRequested | null) => {
  const answer = useQuery({
    queryKey: ['money-act', search],
    queryFn: () => (search === null ? null : call(contract.previewMoneyAct, { body: search })),
    enabled: search !== null,
    gcTime: 0,
    retry: false,
  })
  const lines = answer.data ? amountLines(answer.data) : []
  const shown =
    search === null ? null : answer.isPending ? (
      <div aria-busy="true">
        <span className="sr-only">Calculando…</span>
        <Skeleton className="h-20" />
      </div>
    ) : answer.isLoadingError ? (
      <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
    ) : (
      <section className="flex flex-col gap-1.5 rounded-md bg-sunk px-4 py-3">
        <h3 className="text-[0.9375rem] font-semibold">Lo que cambia para cada quien</h3>
        {lines.length === 0 ? (
          <p className="text-[0.9375rem] text-muted">Nadie recibe ni pierde nada.</p>
        ) : (
          <MoneyLines lines={lines} />
        )}
      </section>
    )
  const blocked =
    search === null || answer.data
      ? undefined
      : answer.isLoadingError
        ? 'No pudimos calcularlo. Inténtalo otra vez.'
        : 'Estamos calculando lo que toca a cada quien.'
  return { shown, blocked }
}

/** One act of support: its amounts, its reason, one button. */
export const ConfirmMoneyAct = ({
  title,
  description,
  button,
  draft,
  search,
  said,
  needsTwo = false,
  changed,
  send,
  onClose,
}: {
  title: string
  description: string
  button: string
  draft: string
  search: MoneyActRequested
  said: string
  needsTwo?: boolean
  changed: readonly ReturnType<typeof keyOf>[]
  /** `done: false`: it awaits a second person. */
  send: (reason: string, options: { idempotencyKey: string }) => Promise<{ done: boolean }>
  onClose: () => void
}) => {
  const { reason, write, missing } = useWritten(draft)
  const preview = useMoneyPreview(search)
  const acting = useAct({ draft, said, changed, onClose }, (reason: string, options) => send(reason, options))
  return (
    <Shell
      title={title}
      description={description}
      onClose={onClose}
      action={
        <Button
          tone="danger"
          busy={acting.isPending}
          blocked={preview.blocked ?? missing}
          onClick={() => acting.mutate(reason)}
        >
          {button}
        </Button>
      }
    >
      {preview.shown}
      <Reason value={reason} onChange={write} />
      {needsTwo ? <TwoPersons /> : null}
      <Failed error={acting.error} />
    </Shell>
  )
}
