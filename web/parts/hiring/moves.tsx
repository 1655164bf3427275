import { useState } from 'react'
import * as contract from '#contract/hiring/application.ts'
import * as contractOfApplicationMoves from '#contract/hiring/application-moves.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import * as declineReason from '#contract/hiring/decline-reason.ts'
import { termsDiff } from '#contract/hiring/terms-words.ts'
import type { ApplicationDetail } from '#contract/hiring/application.ts'
import type { ApplicationMove } from '#contract/hiring/application-moves.ts'
import { categories } from '#contract/professional/categories.ts'
import { placeName } from '#contract/places/place-name.ts'
import { call } from '#web/api.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { Approve, OnTrial, useApproval } from '#web/parts/hiring/approve.tsx'
import { TermsFields } from '#web/parts/hiring/terms-fields.tsx'
import { reasonOf, useMove } from '#web/parts/hiring/use-move.ts'
import { useKept } from '#web/ui/form/use-kept.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'

type Asking = 'approve' | 'counter' | 'request_info' | 'answer_info' | 'decline' | 'trial' | 'withdraw'

/** The moves of who looks, each with its reason when it may not be made now. */
export const Moves = ({ application: one }: { application: ApplicationDetail }) => {
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const at = { params: { id: one.id }, body: { version: one.version } }
  const approve = useApproval(one, null)
  const accept = useMove(() => call(contract.acceptOffer, at), {
    title: 'Ya tienes convenio',
    text: `Tus clientes pueden reservar en ${one.space.name}.`,
  })
  const submit = useMove(() => call(contract.submitApplication, at), { title: 'Postulación enviada' })
  if (one.waitingFor === null) return null
  const button = (
    move: ApplicationMove,
    label: string,
    act: () => void,
    look: ButtonLook = {},
    busy = false,
  ) => {
    const known = one.moves.find((other) => other.move === move)
    // What another step would bring first is not shown; what stands in the way now is said.
    if (known === undefined || (!known.allowed && isBeside(one, move))) return null
    return (
      <Button
        key={move}
        size="small"
        tone={look.tone ?? 'secondary'}
        busy={busy}
        blocked={known.allowed ? undefined : known.reason}
        onClick={act}
      >
        {label}
      </Button>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 border-t border-line pt-5">
        {one.role === 'host' ? (
          <>
            {button(
              'approve',
              'Aprobar',
              // A fixed rent is for a chair: which one is asked first.
              () => (one.terms.rent.kind === 'fixed' ? setAsking('approve') : approve.mutate(undefined)),
              { tone: 'primary' },
              approve.isPending,
            )}
            {button('trial', 'Aprobar a prueba', () => setAsking('trial'))}
            {button('counter', 'Contraoferta', () => setAsking('counter'))}
            {button('request_info', 'Pedir información', () => setAsking('request_info'))}
            {button('decline', 'Rechazar', () => setAsking('decline'), { tone: 'quiet' })}
          </>
        ) : (
          <>
            {button(
              'submit',
              'Enviar',
              () => submit.mutate(undefined),
              { tone: 'primary' },
              submit.isPending,
            )}
            {button(
              'accept',
              'Aceptar condiciones',
              () => accept.mutate(undefined),
              { tone: 'primary' },
              accept.isPending,
            )}
            {button('answer_info', 'Responder', () => setAsking('answer_info'), { tone: 'primary' })}
            {button('counter', 'Contraoferta', () => setAsking('counter'))}
            {button('withdraw', 'Retirar', () => setAsking('withdraw'), { tone: 'quiet' })}
          </>
        )}
      </div>
      {asking === 'approve' ? <Approve one={one} onClose={close} /> : null}
      {asking === 'counter' ? <Counter one={one} onClose={close} /> : null}
      {asking === 'request_info' ? <Ask one={one} onClose={close} /> : null}
      {asking === 'answer_info' ? <Answer one={one} onClose={close} /> : null}
      {asking === 'decline' ? <Decline one={one} onClose={close} /> : null}
      {asking === 'trial' ? <OnTrial one={one} onClose={close} /> : null}
      {asking === 'withdraw' ? <Withdraw one={one} onClose={close} /> : null}
    </>
  )
}

/** Moves that belong to another stage: nobody needs to read why they are not open yet. */
const isBeside = (one: ApplicationDetail, move: ApplicationMove) => {
  const rule: readonly string[] = contractOfApplicationMoves.applicationMoves[move].from
  if (!rule.includes(one.status)) return true
  return move === 'counter' && one.role === 'professional' && one.status !== 'countered'
}

type Props = { one: ApplicationDetail; onClose: () => void }

/** What is typed for a move is kept until it is sent; of another version of the application it would be about other terms. */
const draftOf = ({ id, version }: ApplicationDetail, move: ApplicationMove) =>
  `application-${id}-${version}-${move}`

const Counter = ({ one, onClose }: Props) => {
  const { draft, put, take } = useKept(draftOf(one, 'counter'), { terms: one.terms, text: '' })
  const { terms, text } = draft
  const move = useMove(
    () =>
      call(contract.counterOffer, { params: { id: one.id }, body: { version: one.version, terms, text } }),
    { title: 'Contraoferta enviada', text: 'Tienen 72 horas para responder.' },
    () => {
      take({ terms, text: '' })
      onClose()
    },
  )
  const changed = termsDiff(one.terms, terms).some(({ before }) => before !== null)
  const left = contractOfApplicationMoves.applicationLimits.counterRounds - one.counterRounds
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(move.error)}
      title="Proponer otras condiciones"
      description={left === 1 ? 'Es la última ronda.' : `Quedan ${left} rondas, contando esta.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            busy={move.isPending}
            blocked={changed ? undefined : 'Cambia algo primero.'}
            onClick={() => move.mutate(undefined)}
          >
            Enviar contraoferta
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <TermsFields
          terms={terms}
          onChange={(next) => put({ ...draft, terms: next })}
          categories={one.professional.categories.filter((category) => category in categories)}
          spaceHours={one.spaceHours}
          hourlyCents={one.space.pricePerHourCents}
          units={one.chairs}
        />
        <Field label="Por qué" required={false} hint={hides.untilAgreed}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={500}
              value={text}
              onChange={({ target }) => put({ ...draft, text: target.value })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

const Ask = ({ one, onClose }: Props) => {
  const { draft: text, put: setText, take } = useKept(draftOf(one, 'request_info'), '')
  const move = useMove(
    () =>
      call(applicationReview.requestInfo, { params: { id: one.id }, body: { version: one.version, text } }),
    { title: 'Pregunta enviada', text: 'El plazo está en pausa hasta 72 horas.' },
    () => {
      take('')
      onClose()
    },
  )
  return (
    <Words
      error={reasonOf(move.error)}
      title={`Preguntar a ${one.professional.firstName}`}
      description={`Puedes preguntar dos veces. ${one.infoRounds === 1 ? 'Esta es la segunda.' : ''}`}
      label="Tu pregunta"
      button="Enviar pregunta"
      text={text}
      onText={setText}
      busy={move.isPending}
      onSend={() => move.mutate(undefined)}
      onClose={onClose}
    />
  )
}

const Answer = ({ one, onClose }: Props) => {
  const { draft: text, put: setText, take } = useKept(draftOf(one, 'answer_info'), '')
  const move = useMove(
    () => call(contract.answerInfo, { params: { id: one.id }, body: { version: one.version, text } }),
    { title: 'Respuesta enviada' },
    () => {
      take('')
      onClose()
    },
  )
  return (
    <Words
      error={reasonOf(move.error)}
      title="Responder"
      description={one.question ?? undefined}
      label="Tu respuesta"
      button="Enviar respuesta"
      text={text}
      onText={setText}
      busy={move.isPending}
      onSend={() => move.mutate(undefined)}
      onClose={onClose}
    />
  )
}

const Words = (props: {
  error: string | undefined
  title: string
  description: string | undefined
  label: string
  button: string
  text: string
  onText: (text: string) => void
  busy: boolean
  onSend: () => void
  onClose: () => void
}) => (
  <Dialog
    open
    onOpenChange={props.onClose}
    title={props.title}
    error={props.error}
    description={props.description}
    actions={
      <>
        <Button tone="quiet" onClick={props.onClose}>
          Volver
        </Button>
        <Button
          busy={props.busy}
          blocked={props.text.trim() === '' ? 'Escribe algo primero.' : undefined}
          onClick={props.onSend}
        >
          {props.button}
        </Button>
      </>
    }
  >
    <Field label={props.label} hint={hides.untilAgreed}>
      {(control) => (
        <TextArea
          {...control}
          rows={4}
          maxLength={1000}
          value={props.text}
          onChange={({ target }) => props.onText(target.value)}
        />
      )}
    </Field>
  </Dialog>
)

const nothingSaid: { reason: declineReason.DeclineReason; note: string; shareNote: boolean } = {
  reason: 'no_place',
  note: '',
  shareNote: false,
}

const Decline = ({ one, onClose }: Props) => {
  const { draft, put, take } = useKept(draftOf(one, 'decline'), nothingSaid)
  const { reason, note, shareNote } = draft
  const move = useMove(
    () =>
      call(applicationReview.rejectApplication, {
        params: { id: one.id },
        body: { version: one.version, reason, note, shareNote },
      }),
    {
      title: 'Le avisamos',
      text: `${one.professional.firstName} lee el motivo y puede volver a intentarlo en 30 días.`,
    },
    () => {
      take(nothingSaid)
      onClose()
    },
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(move.error)}
      title={`Decir que no a ${one.professional.firstName}`}
      description="Elige un motivo neutral; es lo que va a leer."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button tone="danger" busy={move.isPending} onClick={() => move.mutate(undefined)}>
            Rechazar
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Reasons value={reason} onChange={(next) => put({ ...draft, reason: next })} />
        <Field
          label="Nota"
          required={false}
          hint="Solo la ves tú, salvo que la compartas; entonces sin teléfonos, correos ni enlaces."
        >
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={500}
              value={note}
              onChange={({ target }) => put({ ...draft, note: target.value })}
            />
          )}
        </Field>
        <Checkbox
          label={`Compartir esta nota con ${one.professional.firstName}`}
          checked={shareNote}
          onChange={({ target }) => put({ ...draft, shareNote: target.checked })}
        />
      </div>
    </Dialog>
  )
}

export const Reasons = ({
  value,
  onChange,
}: {
  value: declineReason.DeclineReason
  onChange: (reason: declineReason.DeclineReason) => void
}) => (
  <fieldset className="flex flex-col">
    <legend className="mb-1 text-[0.9375rem] font-semibold">Motivo</legend>
    {declineReason.declineReasonNames.map((one) => (
      <Radio
        key={one}
        name="reason"
        label={declineReason.declineReasons[one]}
        checked={value === one}
        onChange={() => onChange(one)}
      />
    ))}
  </fieldset>
)

const Withdraw = ({ one, onClose }: Props) => {
  const move = useMove(
    () => call(contract.withdrawApplication, { params: { id: one.id }, body: { version: one.version } }),
    { title: 'Postulación retirada' },
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(move.error)}
      title={one.status === 'draft' ? '¿Descartar este borrador?' : '¿Retirar tu postulación?'}
      description={
        one.status === 'draft'
          ? undefined
          : `${one.space.businessName} deja de verla. Puedes postularte otra vez después.`
      }
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Conservarla
          </Button>
          <Button tone="danger" busy={move.isPending} onClick={() => move.mutate(undefined)}>
            {one.status === 'draft' ? 'Descartar' : 'Retirar'}
          </Button>
        </>
      }
    >
      {placeName(one.space)}
    </Dialog>
  )
}
