import * as disputeSubject from '#contract/booking/settlement/dispute-subject.ts'
import type { Bearer, DisputeOutcome } from '#contract/booking/settlement/dispute-subject.ts'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/settlement/dispute.ts'
import type { DisputeToDecide } from '#contract/booking/settlement/dispute.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { DisputeStory, frozenText } from '#web/parts/booking/settlement/dispute-story.tsx'
import { ConfirmMoneyAct } from '#web/parts/booking/support/money-preview.tsx'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Disputes of visits that await a decision, the earliest deadline first; decided by a template. */
export default function DisputesToDecide() {
  const answer = useQuery({ ...reading(contract.disputesToDecide), retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando los problemas…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.disputes.length === 0)
    return (
      <EmptyState
        icon={<Scale />}
        title="Ningún problema por decidir"
        text="Cuando las dos partes hayan dicho lo suyo, lees aquí las dos versiones."
      />
    )
  return (
    <ul className="flex flex-col gap-6">
      {answer.data.disputes.map((one) => (
        <li key={one.id}>
          <ToDecide key={one.version} of={one} />
        </li>
      ))}
    </ul>
  )
}

const ToDecide = ({ of: one }: { of: DisputeToDecide }) => {
  const decision = useDecision(one)
  return (
    <Card className="flex flex-col gap-5">
      <DisputeHead one={one} />
      <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">{frozenText(one)}</p>
      <DisputeStory of={one} />
      {one.proposal === null ? null : (
        <p className="rounded-md bg-maiz-soft px-4 py-3 text-[0.9375rem] text-maiz-ink">
          {one.proposal.mine ? 'Propusiste' : 'Otra persona del equipo propone'}:{' '}
          {disputeSubject.outcomeText(one, one.proposal.outcome, one.proposal.chargedTo)}
        </p>
      )}
      <div className="flex flex-col gap-4 border-t border-line pt-5">
        <OutcomeFields decision={decision} one={one} />
        {decision.needsTwo ? (
          <p className="text-[0.9375rem] text-muted">
            Pasa de {formatCents(contract.twoPersonsAboveCents)}: lo deciden dos personas del equipo.
          </p>
        ) : null}
        <div>
          <Button
            blocked={
              decision.needsTwo && one.proposal?.mine && one.proposal.outcome === decision.outcome
                ? 'Lo confirma otra persona del equipo.'
                : undefined
            }
            onClick={() => decision.setAsks(true)}
          >
            {decision.button}
          </Button>
        </div>
        {decision.asks ? <ConfirmDecision one={one} decision={decision} /> : null}
      </div>
    </Card>
  )
}

const useDecision = (one: DisputeToDecide) => {
  const bearers: readonly Bearer[] = disputeSubject.bearersOf[one.line]
  const form = useForm<{ outcome: DisputeOutcome; chargedTo: Bearer }>({
    initial: () => ({
      outcome: one.proposal?.outcome ?? 'nothing',
      chargedTo: one.proposal?.chargedTo ?? one.respondent,
    }),
  })
  const { outcome, chargedTo } = form.values
  const [asks, setAsks] = useState(false)
  const bearer = outcome === 'nothing' ? null : chargedTo
  const needsTwo = disputeSubject.outcomeCents(one.lineCents, outcome) > contract.twoPersonsAboveCents
  const button = needsTwo && one.proposal?.outcome !== outcome ? 'Proponer' : 'Decidir'
  return {
    outcome,
    setOutcome: form.pick('outcome').onChange,
    chargedTo,
    setChargedTo: form.pick('chargedTo').onChange,
    bearers,
    needsTwo,
    setAsks,
    button,
    asks,
    bearer,
  }
}

type Decision = ReturnType<typeof useDecision>

const DisputeHead = ({ one }: { one: DisputeToDecide }) => (
  <div className="flex flex-wrap items-start justify-between gap-3">
    <div>
      <h2 className="text-xl">
        {one.names[one.openedBy]} y {one.names[one.respondent]}
      </h2>
      <p className="text-muted">
        {one.service}, {shortOf(one.startsAt, one.zone)}
        {one.place === '' ? '' : `. ${one.place}`}
      </p>
    </div>
    {one.isOverdue ? (
      <Badge tone="chile">Fuera de plazo</Badge>
    ) : one.mediateBy === null ? null : (
      <p className="text-[0.9375rem] font-semibold">
        <TimeLeft until={one.mediateBy} />
      </p>
    )}
  </div>
)

const OutcomeFields = ({ decision, one }: { decision: Decision; one: DisputeToDecide }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Cuánto recibe quien reportó">
      {(control) => (
        <Select
          {...control}
          value={decision.outcome}
          onChange={(event) => decision.setOutcome(disputeSubject.DisputeOutcome.parse(event.target.value))}
        >
          {disputeSubject.DisputeOutcome.options.map((name) => (
            <option key={name} value={name}>
              {disputeSubject.outcomeLabels[name]}
              {name === 'nothing' ? '' : `: ${formatCents(disputeSubject.outcomeCents(one.lineCents, name))}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
    {decision.outcome === 'nothing' ? null : (
      <Field label="A cargo de">
        {(control) => (
          <Select
            {...control}
            value={decision.chargedTo}
            onChange={(event) => decision.setChargedTo(disputeSubject.Bearer.parse(event.target.value))}
          >
            {decision.bearers.map((name) => (
              <option key={name} value={name}>
                {disputeSubject.bearerLabels[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )}
  </div>
)

const ConfirmDecision = ({ one, decision }: { one: DisputeToDecide; decision: Decision }) => (
  <ConfirmMoneyAct
    title="¿Decidir así?"
    description={disputeSubject.outcomeText(one, decision.outcome, decision.bearer)}
    button={decision.button}
    draft={`dispute-decision-${one.id}`}
    search={{
      act: 'dispute',
      id: one.id,
      version: one.version,
      outcome: decision.outcome,
      chargedTo: decision.bearer,
    }}
    said="Decidido: avisamos a las dos partes"
    needsTwo={decision.needsTwo}
    changed={[keyOf(contract.disputesToDecide)]}
    send={async (reason, options) => {
      const body = { version: one.version, outcome: decision.outcome, chargedTo: decision.bearer, reason }
      const { proposed } = await call(contract.decideDispute, { params: { id: one.id }, body }, options)
      return { done: !proposed }
    }}
    onClose={() => decision.setAsks(false)}
  />
)
