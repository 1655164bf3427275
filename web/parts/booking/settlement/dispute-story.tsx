import type { ReactNode } from 'react'
import * as disputeSubject from '#contract/booking/settlement/dispute-subject.ts'
import type { Dispute } from '#contract/booking/settlement/dispute.ts'
import type { DisputeSide } from '#contract/booking/settlement/dispute-subject.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Evidence } from '#web/parts/booking/settlement/photos.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'

type PartyStatement = Omit<Dispute, 'side' | 'moves'>

export const nameOf = ({ names }: Pick<PartyStatement, 'names'>, side: DisputeSide) => names[side]

/** All statements and evidence in order: the report, the answer, the decision, the appeal. */
export const DisputeStory = ({ of: one, token }: { of: PartyStatement; token?: string | undefined }) => {
  const base = `/api/bookings/${one.bookingId}/dispute/photos`
  const query = token === undefined ? '' : `?t=${encodeURIComponent(token)}`
  const { decision, appeal } = one
  return (
    <ol className="flex flex-col gap-5">
      <Said
        who={`${nameOf(one, one.openedBy)} reportó: ${disputeSubject.subjectOf(one.subject).label.toLowerCase()}`}
        at={shortOf(one.opened.at, one.zone)}
        text={one.opened.text}
      >
        <Evidence base={base} query={query} photos={one.opened.photos} of={nameOf(one, one.openedBy)} />
        {one.proofs.length === 0 ? null : (
          <>
            <p className="text-sm text-muted">De alguien más:</p>
            <Evidence base={base} query={query} photos={one.proofs} of="alguien más" />
          </>
        )}
      </Said>
      {one.answer === null ? null : (
        <Said
          who={`${nameOf(one, one.respondent)} respondió`}
          at={shortOf(one.answer.at, one.zone)}
          text={one.answer.text}
        >
          <Evidence base={base} query={query} photos={one.answer.photos} of={nameOf(one, one.respondent)} />
        </Said>
      )}
      {decision === null ? null : (
        <Said
          who={
            decision.conceded
              ? `${nameOf(one, one.respondent)} retiró el cobro`
              : decision.bySilence
                ? 'Nadie respondió: se resolvió así'
                : 'Kalli decidió'
          }
          at={shortOf(decision.at, one.zone)}
          text={disputeSubject.outcomeText(one, decision.outcome, decision.chargedTo)}
        />
      )}
      {appeal === null ? null : (
        <Said who={`${nameOf(one, appeal.by)} apeló`} at={shortOf(appeal.at, one.zone)} text={appeal.text} />
      )}
    </ol>
  )
}

const Said = ({
  who,
  at,
  text,
  children,
}: {
  who: string
  at: string
  text: string
  children?: ReactNode
}) => (
  <li className="flex flex-col gap-2">
    <p className="text-[0.9375rem] text-muted">
      {who}, {at}
    </p>
    <blockquote className="border-l-4 border-line px-4 py-1 wrap-anywhere whitespace-pre-wrap">
      {text}
    </blockquote>
    {children}
  </li>
)

/** Which money is frozen, and which payments continue. */
export const frozenText = (one: PartyStatement): string =>
  one.frozenCents > 0
    ? `${formatCents(one.frozenCents)} de ${nameOf(one, one.respondent)} quedan en pausa por ${disputeSubject.lineLabels[one.line]} (${formatCents(one.lineCents)}). Lo demás sigue su curso.`
    : `Se trata de ${disputeSubject.lineLabels[one.line]}: ${formatCents(one.lineCents)}. Lo que se decida se toma de su próximo depósito.`
