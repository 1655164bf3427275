import type { Answers, Question } from '#contract/booking/client/intake.ts'

/** The answers, question by question. */
export const AnswerList = ({ questions, answers }: { questions: readonly Question[]; answers: Answers }) => (
  <dl className="flex flex-col gap-3">
    {questions.map((question) => {
      const text = textOf(question, answers[question.id])
      return (
        <div key={question.id}>
          <dt className="text-sm text-muted">{question.label}</dt>
          {text === undefined ? (
            <dd className="text-muted">Sin respuesta</dd>
          ) : (
            <dd className="font-medium break-words whitespace-pre-line">{text}</dd>
          )}
        </div>
      )
    })}
  </dl>
)

const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'UTC' })

const textOf = ({ kind }: Question, value: Answers[string] | undefined): string | undefined => {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return undefined
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return kind === 'date' ? day.format(new Date(`${value}T00:00:00Z`)) : value
}
