import * as declineReason from '#contract/hiring/decline-reason.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import * as applicationMoves from '#contract/hiring/application-moves.ts'
import * as contract from '#contract/hiring/application.ts'
import type { ApplicationDetail } from '#contract/hiring/application.ts'
import { termsDiff } from '#contract/hiring/terms-words.ts'
import { categories } from '#contract/professional/categories.ts'
import { placeName } from '#contract/places/place-name.ts'
import { call } from '#web/api.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { TermsFields } from '#web/parts/hiring/terms-fields.tsx'
import { moveDraft, reasonOf, useMove } from '#web/parts/hiring/use-move.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'

type Props = { one: ApplicationDetail; onClose: () => void }

export const CounterDialog = ({ one, onClose }: Props) => {
  const form = useForm({ initial: { terms: one.terms, text: '' }, draft: moveDraft(one, 'counter') })
  const { terms, text } = form.values
  const move = useMove(
    () =>
      call(contract.counterOffer, { params: { id: one.id }, body: { version: one.version, terms, text } }),
    { title: 'Contraoferta enviada', text: 'Tienen 72 horas para responder.' },
    () => {
      form.accept({ terms, text: '' })
      onClose()
    },
  )
  const changed = termsDiff(one.terms, terms).some(({ before }) => before !== null)
  const left = applicationMoves.applicationLimits.counterRounds - one.counterRounds
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
          onChange={(next) => form.put({ terms: next })}
          categories={one.professional.categories.filter((category) => category in categories)}
          spaceHours={one.spaceHours}
          hourlyCents={one.space.pricePerHourCents}
          units={one.chairs}
        />
        <Field label="Por qué" required={false} hint={hides.untilAgreed}>
          {(control) => <TextArea {...control} rows={2} maxLength={500} {...form.text('text')} />}
        </Field>
      </div>
    </Dialog>
  )
}

export const QuestionDialog = ({ one, onClose }: Props) => {
  const form = useForm({ initial: { text: '' }, draft: moveDraft(one, 'request_info') })
  const { text } = form.values
  const move = useMove(
    () =>
      call(applicationReview.requestInfo, { params: { id: one.id }, body: { version: one.version, text } }),
    { title: 'Pregunta enviada', text: 'El plazo está en pausa hasta 72 horas.' },
    () => {
      form.accept()
      onClose()
    },
  )
  return (
    <WordsDialog
      error={reasonOf(move.error)}
      title={`Preguntar a ${one.professional.firstName}`}
      description={`Puedes preguntar dos veces. ${one.infoRounds === 1 ? 'Esta es la segunda.' : ''}`}
      label="Tu pregunta"
      button="Enviar pregunta"
      text={text}
      onText={form.pick('text').onChange}
      busy={move.isPending}
      onSend={() => move.mutate(undefined)}
      onClose={onClose}
    />
  )
}

export const AnswerDialog = ({ one, onClose }: Props) => {
  const form = useForm({ initial: { text: '' }, draft: moveDraft(one, 'answer_info') })
  const { text } = form.values
  const move = useMove(
    () => call(contract.answerInfo, { params: { id: one.id }, body: { version: one.version, text } }),
    { title: 'Respuesta enviada' },
    () => {
      form.accept()
      onClose()
    },
  )
  return (
    <WordsDialog
      error={reasonOf(move.error)}
      title="Responder"
      description={one.question ?? undefined}
      label="Tu respuesta"
      button="Enviar respuesta"
      text={text}
      onText={form.pick('text').onChange}
      busy={move.isPending}
      onSend={() => move.mutate(undefined)}
      onClose={onClose}
    />
  )
}

const WordsDialog = (props: {
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

const emptyDecline: { reason: declineReason.DeclineReason; note: string; shareNote: boolean } = {
  reason: 'no_place',
  note: '',
  shareNote: false,
}

export const DeclineDialog = ({ one, onClose }: Props) => {
  const form = useForm({ initial: emptyDecline, draft: moveDraft(one, 'decline') })
  const { reason, note, shareNote } = form.values
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
      form.accept()
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
        <Reasons value={reason} onChange={(next) => form.put({ reason: next })} />
        <Field
          label="Nota"
          required={false}
          hint="Solo la ves tú, salvo que la compartas; entonces sin teléfonos, correos ni enlaces."
        >
          {(control) => <TextArea {...control} rows={3} maxLength={500} {...form.text('note')} />}
        </Field>
        <Checkbox
          label={`Compartir esta nota con ${one.professional.firstName}`}
          {...form.tick('shareNote')}
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

export const WithdrawDialog = ({ one, onClose }: Props) => {
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
