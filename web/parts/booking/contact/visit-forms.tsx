import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { booking } from '#contract/booking/booking.ts'
import * as contract from '#contract/booking/client/intake.ts'
import { isAlerting } from '#contract/booking/client/form-alert.ts'
import { problemsOf } from '#contract/booking/client/answer-problems.ts'
import type { Answers, VisitForm } from '#contract/booking/client/intake.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { AnswerList } from '#web/parts/booking/contact/answer-list.tsx'
import { carrySent, carryTyped, forgetCarried, takeCarried } from '#web/parts/booking/contact/carried.ts'
import { QuestionFields } from '#web/parts/booking/contact/question-fields.tsx'
import { visitFormsReading } from '#web/parts/booking/contact/reading.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

type Of = {
  id: string
  token?: string | undefined
  name: string
  zone: string
  /** Only held: the answers are carried over to the next hold. */
  isHeld?: boolean
}

/** The forms of a hold or a visit for its client, one card each. What is typed stays in this tab until it is saved. */
export default function VisitForms(of: Of) {
  const answer = useQuery(visitFormsReading(of.id, of.token))
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando el formulario…</span>
        <Skeleton className="h-40 rounded-lg" />
      </div>
    )
  if (answer.error instanceof ApiError && answer.error.code === 'mailbox_needed')
    return <ByMailboxAlone text={answer.error.message} />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  return (
    <>
      {answer.data.map((form) => (
        <OneForm key={`${form.formId} ${form.person}`} of={of} form={form} />
      ))}
    </>
  )
}

/** A visitor who confirmed only a phone number sees neither questions nor answers here. */
const ByMailboxAlone = ({ text }: { text: string }) => (
  <Card className="flex flex-col gap-3">
    <h2 className="text-xl">Preguntas para tu cita</h2>
    <p className="flex items-start gap-2 text-muted">
      <Lock aria-hidden className="mt-1 size-4 shrink-0" />
      <span>{text}</span>
    </p>
    <Link {...paths.guestBookings()} className={buttonClass({ tone: 'secondary' }, 'self-start')}>
      Ir a mis reservas
    </Link>
  </Card>
)

/** With several people each has their own. */
const titleOf = ({ title, who }: VisitForm) => (who === null ? title : `${title} · ${who}`)

const OneForm = ({ of, form }: { of: Of; form: VisitForm }) => {
  const [edits, setEdits] = useState(false)
  const { answered } = form
  return (
    <Card className="flex flex-col gap-5">
      <header className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-xl">{titleOf(form)}</h2>
          <Badge tone={answered === null ? 'maiz' : 'agave'}>
            {answered === null
              ? form.timing === 'booking'
                ? 'Antes de pagar'
                : 'Antes de tu cita'
              : 'Contestado'}
          </Badge>
        </div>
        {form.intro === '' ? null : <p className="whitespace-pre-line text-muted">{form.intro}</p>}
        <p className="flex items-start gap-2 text-sm text-muted">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            Solo lo lee {of.name}: ni el espacio ni Kalli. Se borra un año después de tu cita, o antes si lo
            borras tú.
            {form.questions.some(isAlerting)
              ? ' Si hay algo que cuidar, su agenda se lo avisa sin decir qué.'
              : null}
          </span>
        </p>
      </header>
      {answered === null || edits ? (
        <Answering of={of} form={form} onDone={() => setEdits(false)} />
      ) : (
        <Answered of={of} form={form} answered={answered} onEdit={() => setEdits(true)} />
      )}
    </Card>
  )
}

/** After a change: updates this list, and all places that show whether something is missing. */
const useTake = (of: Of) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  return async (forms: VisitForm[]) => {
    queryClient.setQueryData(visitFormsReading(of.id, of.token).queryKey, forms)
    await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
    await refreshBookings()
  }
}

const Answering = ({ of, form, onDone }: { of: Of; form: VisitForm; onDone: () => void }) => {
  const draftKey = `intake-${of.id}-${form.formId}-${form.person}`
  const typed = useForm<{ answers: Answers }>({
    initial: { answers: form.answered?.answers ?? {} },
    draft: draftKey,
  })
  const { answers } = typed.values
  const [agrees, setAgrees] = useState(false)
  const [tried, setTried] = useState(false)
  const take = useTake(of)
  const queryClient = useQueryClient()
  const isEmpty = Object.keys(answers).length === 0
  useEffect(() => {
    const carried = of.isHeld && isEmpty ? takeCarried(form, draftKey) : undefined
    if (carried === undefined) return
    typed.put({ answers: carried })
    carryTyped(form, draftKey)
    // Once, as the form is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const type = (next: Answers) => {
    typed.put({ answers: next })
    if (of.isHeld) carryTyped(form, draftKey)
  }
  const problems = tried ? problemsOf(form.questions, answers) : []
  const saving = useMutation({
    mutationFn: () =>
      call(contract.answerForm, {
        params: { id: of.id, form: form.formId },
        query: of.token === undefined ? {} : { t: of.token },
        body: {
          version: form.version,
          person: form.person,
          answers,
          consent: agrees ? (form.consent?.version ?? null) : null,
        },
      }),
    onSuccess: async (forms) => {
      typed.accept()
      if (of.isHeld) carrySent(form, answers)
      toast('Respuestas guardadas', `Solo las lee ${of.name}.`, 'good')
      onDone()
      await take(forms)
    },
    onError: (problem) => {
      // The new questions are shown; typed answers stay.
      if (problem instanceof ApiError && problem.code === 'form_changed')
        void queryClient.invalidateQueries({ queryKey: visitFormsReading(of.id, of.token).queryKey })
    },
  })
  const lacksConsent = tried && form.consent !== null && !agrees
  return (
    <form
      method="post"
      noValidate
      aria-label={titleOf(form)}
      className="flex flex-col gap-5"
      onSubmit={typed.submit(() => {
        setTried(true)
        if (problemsOf(form.questions, answers).length === 0 && (form.consent === null || agrees))
          return saving.mutateAsync()
      })}
    >
      <QuestionFields questions={form.questions} answers={answers} problems={problems} onChange={type} />
      {form.consent === null ? null : (
        <div className="rounded-md bg-sunk px-4 py-2">
          <Checkbox
            label={form.consent.text}
            checked={agrees}
            aria-invalid={lacksConsent || undefined}
            onChange={(event) => setAgrees(event.target.checked)}
          />
          {lacksConsent ? (
            <p role="alert" className="pb-2 text-sm font-medium text-chile">
              Sin tu consentimiento no podemos guardar respuestas sobre tu salud.
            </p>
          ) : null}
        </div>
      )}
      <FormError of={problems.length > 0 ? 'Revisa lo marcado.' : saving.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="secondary" busy={saving.isPending}>
          Guardar respuestas
        </Button>
        {form.answered === null ? null : (
          <Button tone="quiet" onClick={onDone}>
            Dejarlas como estaban
          </Button>
        )}
      </div>
    </form>
  )
}

const Answered = ({
  of,
  form,
  answered,
  onEdit,
}: {
  of: Of
  form: VisitForm
  answered: NonNullable<VisitForm['answered']>
  onEdit: () => void
}) => {
  const take = useTake(of)
  const forgetting = useMutation({
    mutationFn: () =>
      call(contract.forgetAnswers, {
        params: { id: of.id, form: form.formId },
        query: { person: form.person, ...(of.token === undefined ? {} : { t: of.token }) },
      }),
    onSuccess: async (forms) => {
      forgetCarried()
      toast('Respuestas borradas', undefined, 'good')
      await take(forms)
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  return (
    <>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-agave">
          <CircleCheck aria-hidden className="size-5" />
          Contestaste el {shortOf(answered.answeredAt, of.zone)}: ver mis respuestas
        </summary>
        <div className="flex flex-col gap-4 pt-3">
          <AnswerList {...answered} />
          {answered.consentText === null ? null : (
            <p className="text-sm text-muted">{answered.consentText}</p>
          )}
        </div>
      </details>
      <p className="text-sm text-muted">
        {form.readAt.length === 0
          ? `${of.name} todavía no las ha leído.`
          : `${of.name} las leyó el ${form.readAt
              .slice(0, 5)
              .map((at) => shortOf(at, of.zone))
              .join(', ')}.`}
      </p>
      <FormError of={forgetting.error} />
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" size="small" onClick={onEdit}>
          Cambiar mis respuestas
        </Button>
        <Button tone="quiet" size="small" busy={forgetting.isPending} onClick={() => forgetting.mutate()}>
          Borrarlas
        </Button>
      </div>
    </>
  )
}
