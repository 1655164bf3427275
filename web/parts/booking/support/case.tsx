import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingStatuses } from '#contract/booking/status.ts'
import * as contract from '#contract/booking/support/support.ts'
import type { SupportAct, SupportBooking } from '#contract/booking/support/support.ts'
import { accountText, journalText } from '#contract/booking/support/ledger-words.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { ActEntry, type Fact, Facts, Part } from '#web/parts/booking/support/act-parts.tsx'
import { mendedBy } from '#web/parts/booking/support/mended-by.ts'
import { GoodwillForm, ReverseForm } from '#web/parts/booking/support/act-forms.tsx'
import { CancelForm } from '#web/parts/booking/support/cancel-form.tsx'
import { howText } from '#web/parts/booking/summary/arrival-words.ts'
import { moveText } from '#web/parts/booking/summary/move-words.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { methodText, partyText, paymentText, payoutText } from '#web/parts/booking/support/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

type Doing = 'cancel' | 'goodwill' | { journal: number }

/** One booking: its people, its money, earlier acts of support, and the possible ones. */
export default function SupportCase({ id }: { id: string }) {
  const answer = useQuery({ ...reading(contract.supportBooking, { params: { id } }), retry: false })
  const [doing, setDoing] = useState<Doing>()
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando la reserva…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const one = answer.data
  const journal =
    typeof doing === 'object' ? one.journals.find(({ id: own }) => own === doing.journal) : undefined
  const close = () => setDoing(undefined)
  const paid = one.payment
  return (
    <div className="flex flex-col gap-6 border-t border-line pt-5">
      <CaseFacts one={one} paid={paid} />
      <CaseActions one={one} setDoing={setDoing} />
      {one.acts.length === 0 ? null : (
        <Part title="Lo que hizo soporte">
          <ol className="flex flex-col gap-3">
            {one.acts.map((act) => (
              <ActEntry key={act.id} of={act} title={actText(act)} zone={one.zone} />
            ))}
          </ol>
        </Part>
      )}
      <Moves one={one} />
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          Cada asiento ({one.journals.length})
        </summary>
        <p className="mt-3 text-[0.9375rem] text-muted">
          Por sí solos se revierten los saldos a favor y las comisiones del procesador. Los demás dicen cómo
          se corrigen.
        </p>
        <ol className="mt-3 flex flex-col gap-4">
          {one.journals.map((entry) => (
            <Journal
              key={entry.id}
              of={entry}
              zone={one.zone}
              onReverse={() => setDoing({ journal: entry.id })}
            />
          ))}
        </ol>
      </details>
      {doing === 'cancel' ? <CancelForm of={one} onClose={close} /> : null}
      {doing === 'goodwill' ? <GoodwillForm of={one} onClose={close} /> : null}
      {journal === undefined ? null : <ReverseForm of={one} journal={journal} onClose={close} />}
    </div>
  )
}

const CaseFacts = ({ one, paid }: { one: SupportBooking; paid: SupportBooking['payment'] }) => (
  <Facts
    of={[
      ['Cliente', [one.client, one.emails.client]],
      ['Da el servicio', [one.professional, one.emails.professional]],
      ['Espacio', [one.place.startsWith(one.host) ? '' : one.host, one.place, one.emails.host]],
      [
        'Precio',
        [formatCents(one.totalCents), one.rentCents > 0 ? `renta ${formatCents(one.rentCents)}` : ''],
      ],
      [
        'Pago',
        paid === null
          ? ['Sin pago']
          : [
              `${methodText(paid.method)}, ${paymentText(paid.status)}`,
              `cobrado ${formatCents(paid.capturedCents)}`,
              `devuelto ${formatCents(paid.refundedCents)}`,
              paid.goodwillCents > 0 ? `${formatCents(paid.goodwillCents)} por cuenta de Kalli` : '',
            ],
      ],
      ...one.payouts.map(
        (payout) =>
          [
            `Depósito: ${partyText(payout.party)}`,
            [formatCents(payout.amountCents), payoutText(payout.status)],
          ] satisfies Fact,
      ),
    ]}
  />
)

const CaseActions = ({ one, setDoing }: { one: SupportBooking; setDoing: (doing: Doing) => void }) => (
  <div className="flex flex-wrap items-start gap-3">
    <Button
      tone="danger"
      size="small"
      blocked={one.cancelBlocked ?? undefined}
      onClick={() => setDoing('cancel')}
    >
      Cancelar por Kalli
    </Button>
    {one.kind === 'visit' ? (
      <Button
        tone="secondary"
        size="small"
        blocked={one.goodwillBlocked ?? undefined}
        onClick={() => setDoing('goodwill')}
      >
        Devolver por cuenta de Kalli
      </Button>
    ) : null}
  </div>
)

const Moves = ({ one }: { one: SupportBooking }) => (
  <details>
    <summary className="min-h-11 cursor-pointer content-center font-semibold">
      Cada movimiento ({one.moves.length})
    </summary>
    <ol className="mt-3 flex flex-col gap-1.5 text-[0.9375rem]">
      {one.moves.map((move, place) => (
        // Entries are only appended.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className="wrap-anywhere">
          {shortOf(move.at, one.zone)}: <strong>{moveText(move)}</strong> ({partyText(move.actor)}) →{' '}
          {statusText(move.to)}
          {move.reason === '' ? '' : `. ${howText({ ...move, how: move.reason }) ?? move.reason}`}
        </li>
      ))}
    </ol>
  </details>
)

const statusText = (to: string) =>
  Object.entries(bookingStatuses).find(([status]) => status === to)?.[1] ?? to

const actText = ({ kind, what, amountCents }: SupportAct) => {
  if (kind === 'goodwill') return `Devolver ${formatCents(amountCents)} por cuenta de Kalli`
  if (kind === 'reverse') return `Revertir el asiento ${what}, ${formatCents(amountCents)}`
  return `Cancelar por Kalli; culpa: ${contract.faultLabels[contract.Fault.parse(what)].toLowerCase()}`
}

const Journal = ({
  of: journal,
  zone,
  onReverse,
}: {
  of: SupportBooking['journals'][number]
  zone: string
  onReverse: () => void
}) => (
  <li className="flex flex-col gap-1.5 text-[0.9375rem]">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        <strong>
          {journal.id} {journalText(journal.kind)}
        </strong>
        , {shortOf(journal.at, zone)}
        {journal.reversesId === null ? '' : `. Revierte el ${journal.reversesId}`}
      </p>
      {journal.isReversible ? (
        <Button tone="quiet" size="small" onClick={onReverse}>
          Revertir {journal.id}
        </Button>
      ) : null}
    </div>
    {journal.isReversible ? null : <p className="text-sm text-muted">{mendedBy(journal)}</p>}
    <ul className="grid gap-x-6 sm:grid-cols-2">
      {journal.lines.map((line, place) => (
        // Postings never change.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className="flex justify-between gap-4">
          <span className="min-w-0 wrap-anywhere">
            {line.account} {accountText(line.account, line.name)}
          </span>
          <span className="shrink-0 whitespace-nowrap tabular-nums">{formatCents(line.amountCents)}</span>
        </li>
      ))}
    </ul>
  </li>
)
