import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { isAlerting } from '#contract/booking/client/form-alert.ts'
import {
  type FormInput,
  maxQuestions,
  type Question,
  questionKinds,
  type QuestionKind,
} from '#contract/booking/client/intake.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

type Edited = { form: FormInput; onChange: (form: FormInput) => void }

/** Options are typed one per line; empty lines stay while typing. */
const linesOf = (text: string) => text.split('\n')

/** As it is sent: without empty lines. */
export const cleaned = (form: FormInput): FormInput => ({
  ...form,
  questions: form.questions.map((question) => ({
    ...question,
    options: takesOptions(question.kind)
      ? [...new Set(question.options.map((option) => option.trim()).filter((option) => option !== ''))]
      : [],
  })),
})

/** The problems that prevent saving, as texts; empty: none. */
export const formProblems = (form: FormInput): string[] => {
  const { title, questions } = cleaned(form)
  return [
    ...(title.trim() === '' ? ['Falta el título.'] : []),
    ...questions.flatMap(({ label, kind, options }, index) => [
      ...(label.trim() === '' ? [`La pregunta ${index + 1} no dice nada todavía.`] : []),
      ...(takesOptions(kind) && options.length < 2
        ? [`La pregunta ${index + 1} necesita dos opciones o más.`]
        : []),
    ]),
  ]
}

const takesOptions = (kind: QuestionKind) => kind === 'one' || kind === 'several'

/** The texts of a form: its name, when it is shown, and its questions in their order. */
export const FormEditor = ({ form, onChange }: Edited) => {
  const put = (part: Partial<FormInput>) => onChange({ ...form, ...part })
  const { questions } = form
  const putQuestion = (id: string, part: Partial<Question>) =>
    put({ questions: questions.map((one) => (one.id === id ? { ...one, ...part } : one)) })
  const move = (index: number, by: number) => {
    const next = [...questions]
    const [one] = next.splice(index, 1)
    if (one !== undefined) next.splice(index + by, 0, one)
    put({ questions: next })
  }
  return (
    <div className="flex flex-col gap-5">
      <FormHead form={form} put={put} />
      <ol className="flex flex-col gap-4">
        {questions.map((question, index) => (
          <li key={question.id} className="flex flex-col gap-3 rounded-md border border-line p-4">
            <OneQuestion
              question={question}
              number={index + 1}
              onChange={(part) => putQuestion(question.id, part)}
            />
            <QuestionTools
              question={question}
              putQuestion={putQuestion}
              index={index}
              move={move}
              questions={questions}
              put={put}
            />
          </li>
        ))}
      </ol>
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        blocked={questions.length >= maxQuestions ? `Hasta ${maxQuestions} preguntas.` : undefined}
        onClick={() =>
          put({
            questions: [
              ...questions,
              { id: freeId(questions), kind: 'short', label: '', required: false, options: [] },
            ],
          })
        }
      >
        <Plus aria-hidden className="size-4.5" />
        Otra pregunta
      </Button>
    </div>
  )
}

/** The form's name, the introduction for the client, and when it is filled in. */
const FormHead = ({ form, put }: { form: FormInput; put: (part: Partial<FormInput>) => void }) => (
  <>
    <Field label="Título" required>
      {(control) => (
        <Input
          {...control}
          value={form.title}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => put({ title: event.target.value })}
        />
      )}
    </Field>
    <Field label="Qué le dices antes" required={false}>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          value={form.intro}
          maxLength={600}
          onChange={(event) => put({ intro: event.target.value })}
        />
      )}
    </Field>
    <fieldset>
      <legend className="mb-1 text-[0.9375rem] font-semibold">Cuándo se contesta</legend>
      <Radio
        name="timing"
        label="Antes de la cita: al reservar o después, con su enlace"
        checked={form.timing === 'visit'}
        onChange={() => put({ timing: 'visit' })}
      />
      <Radio
        name="timing"
        label="Antes de pagar: sin él no se reserva"
        checked={form.timing === 'booking'}
        onChange={() => put({ timing: 'booking' })}
      />
    </fieldset>
    <Checkbox
      label="Pregunta algo de salud: se guarda solo con su consentimiento expreso"
      checked={form.sensitive}
      onChange={(event) => put({ sensitive: event.target.checked })}
    />
  </>
)

const QuestionTools = ({
  question,
  putQuestion,
  index,
  move,
  questions,
  put,
}: {
  question: Question
  putQuestion: (id: string, part: Partial<Question>) => void
  index: number
  move: (index: number, by: number) => void
  questions: readonly Question[]
  put: (part: Partial<FormInput>) => void
}) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <span className="flex flex-wrap gap-x-5">
      <Checkbox
        label="Obligatoria"
        checked={question.required}
        onChange={(event) => putQuestion(question.id, { required: event.target.checked })}
      />
      <Checkbox
        label="Avísame en la cita"
        checked={isAlerting(question)}
        onChange={(event) => putQuestion(question.id, { alerts: event.target.checked })}
      />
    </span>
    <span className="flex">
      <Button
        tone="quiet"
        size="small"
        aria-label={`Subir la pregunta ${index + 1}`}
        disabled={index === 0}
        onClick={() => move(index, -1)}
      >
        <ArrowUp aria-hidden className="size-4.5" />
      </Button>
      <Button
        tone="quiet"
        size="small"
        aria-label={`Bajar la pregunta ${index + 1}`}
        disabled={index === questions.length - 1}
        onClick={() => move(index, 1)}
      >
        <ArrowDown aria-hidden className="size-4.5" />
      </Button>
      <Button
        tone="quiet"
        size="small"
        aria-label={`Quitar la pregunta ${index + 1}`}
        disabled={questions.length === 1}
        onClick={() => put({ questions: questions.filter(({ id }) => id !== question.id) })}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
    </span>
  </div>
)

/** Never a previously used id, or old answers would count for the new question. */
const freeId = (questions: readonly Question[]) =>
  `q${1 + Math.max(0, ...questions.map(({ id }) => Number(id.replace(/\D/g, '')) || 0))}`

const OneQuestion = ({
  question,
  number,
  onChange,
}: {
  question: Question
  number: number
  onChange: (part: Partial<Question>) => void
}) => (
  <>
    <Field label={`Pregunta ${number}`}>
      {(control) => (
        <Input
          {...control}
          value={question.label}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ label: event.target.value })}
        />
      )}
    </Field>
    <Field label="Se contesta con" hideLabel>
      {(control) => (
        <Select
          {...control}
          value={question.kind}
          onChange={(event) => {
            const kind = kinds.find((one) => one === event.target.value)
            if (kind !== undefined) onChange({ kind })
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {questionKinds[kind]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    {takesOptions(question.kind) ? (
      <Field label="Opciones, una por línea">
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={question.options.join('\n')}
            maxLength={2000}
            onChange={(event) => onChange({ options: linesOf(event.target.value) })}
          />
        )}
      </Field>
    ) : null}
  </>
)

const kinds = ['short', 'long', 'yes_no', 'one', 'several', 'date'] as const satisfies readonly QuestionKind[]
