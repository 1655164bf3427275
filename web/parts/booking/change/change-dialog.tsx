import { type RefObject, useEffect, useRef } from 'react'
import type { ChangeQuote, Side } from '#contract/booking/change/change.ts'
import { formatCents } from '#contract/platform/money.ts'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { ProposalNote, ProposalTerms, TermsLoading } from '#web/parts/booking/change/proposal-terms.tsx'
import { SlotPicker } from '#web/parts/booking/slots/slot-picker.tsx'
import { dayOfVisit } from '#web/parts/booking/hours/slots-reading.ts'
import { shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import {
  useChangeHours,
  useChange,
  type Change,
  type ChangingVisit,
} from '#web/parts/booking/change/use-change.ts'

/** Another hour: chosen, then what it means in full, then the one button. The quote is what happens. */
export const ChangeDialog = ({
  booking: one,
  as,
  token,
  selection,
  open,
  onOpenChange,
}: {
  booking: ChangingVisit
  as: Side
  token?: string | undefined
  /** The hour to which the visit was dragged: chosen at once, or the nearest to it, and quoted. */
  selection?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const hours = useChangeHours({ token, one, as, selection })
  const change = useChange({ one, as, hours, onOpenChange })
  const { quoted } = change
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (quoted !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [quoted])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={change.isRequest ? 'Proponer otra hora' : 'Cambiar de hora'}
      description={
        change.isRequest
          ? `Pidió el ${shortOf(one.startsAt, one.zone)}. Nada cambia hasta que acepte.`
          : `Ahora es el ${shortOf(one.startsAt, one.zone)}. Nada cambia hasta que confirmas.`
      }
      actions={<ChangeActions onOpenChange={onOpenChange} change={change} as={as} />}
    >
      <div className="flex flex-col gap-5">
        <SlotPicker
          places={hours.shown.data?.places ?? [one.place]}
          from={hours.today}
          startAt={
            hours.wished === undefined
              ? dayOfVisit(one.startsAt, one.zone)
              : { from: hours.first, date: hours.first }
          }
          chosen={change.slot}
          onChoose={change.choose}
          readingOf={hours.hoursFrom}
        />
        {selection === undefined ||
        hours.offered.data === undefined ||
        hours.nearest !== undefined ||
        change.slot !== undefined ? null : (
          <p role="status" className="text-muted">
            A las {timeOf(selection, one.zone)} no se puede: elige otra de las que están libres.
          </p>
        )}
        {change.quoting.isPending ? (
          <TermsLoading />
        ) : change.quoted === undefined ? null : (
          <ChangeTerms end={end} change={change} quoted={change.quoted} />
        )}
        {change.quoted !== undefined && !change.quoted.alone ? (
          <ProposalNote
            hint={change.isRequest ? 'Lo lee tu cliente.' : 'Lo leen quienes responden.'}
            note={change.note}
            onChange={change.setNote}
          />
        ) : null}
        {change.quoted !== undefined && change.wantsCard ? (
          <NewCard quoted={change.quoted} as={as} change={change} />
        ) : null}
        {change.problem === undefined ? null : (
          <p role="alert" className="font-medium text-chile">
            {change.problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const ChangeActions = ({
  onOpenChange,
  change,
  as,
}: {
  onOpenChange: (open: boolean) => void
  change: Change
  as: Side
}) => (
  <>
    <Button tone="quiet" onClick={() => onOpenChange(false)}>
      {change.isRequest ? 'Volver' : 'Dejarla como está'}
    </Button>
    {change.wantsCard ? null : (
      <Button
        busy={change.changing.isPending}
        blocked={change.quoted === undefined ? 'Elige primero una hora.' : undefined}
        onClick={() => change.quoted !== undefined && change.changing.mutate(change.quoted)}
      >
        {buttonText(change.quoted, as)}
      </Button>
    )}
  </>
)

/** What the change means: when, where, how much, and who has to agree. */
const ChangeTerms = ({
  change,
  quoted,
  end,
}: {
  change: Change
  quoted: ChangeQuote
  end: RefObject<HTMLDivElement | null>
}) => (
  <ProposalTerms
    ref={end}
    when={`${shortOf(quoted.startsAt, quoted.zone)} · ${quoted.place}`}
    lines={quoted.lines}
    more={
      quoted.charged !== 'now' || quoted.card === null || change.otherCard ? null : (
        <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem] text-muted">
          Con tu tarjeta terminada en {quoted.card.last4}
          <Button tone="quiet" size="small" onClick={() => change.setOtherCard(true)}>
            Usar otra tarjeta
          </Button>
        </p>
      )
    }
  >
    {quoted.reason}
    {quoted.answerBy === null
      ? ''
      : ` ${requestedText(quoted.asks)} hasta el ${shortOf(quoted.answerBy, quoted.zone)} para responder.`}
  </ProposalTerms>
)

const NewCard = ({ quoted, as, change }: { quoted: ChangeQuote; as: Side; change: Change }) => (
  <CardPayment
    label={buttonText(quoted, as)}
    note="Nada se mueve hasta que tu banco lo aparta."
    selection={JSON.stringify([quoted.token, change.note])}
    pay={(cardToken, idempotencyKey) => change.move(quoted, cardToken, idempotencyKey)}
    onPaid={(moved) => void change.done(moved, quoted)}
    onProblem={change.failed}
  />
)

/** A client who pays more sees the amount on the button itself. */
const buttonText = (quoted: ChangeQuote | undefined, as: Side): string => {
  if (quoted === undefined) return 'Proponer esta hora'
  const dueCents = as === 'client' ? quoted.dueCents : 0
  if (dueCents <= 0) return quoted.alone ? 'Cambiar ahora' : 'Proponer esta hora'
  return `${quoted.alone ? 'Cambiar' : 'Proponer'} y pagar ${formatCents(dueCents)}`
}

const requestedText = (asks: readonly Side[]) =>
  asks.length > 1 ? 'Tienen' : asks[0] === 'professional' ? 'Quien atiende tiene' : 'El cliente tiene'
