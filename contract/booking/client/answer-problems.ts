/** Validation of a client's answers before a visit, by the form and again by the server. */
import type { Answers, Question } from '#contract/booking/client/intake.ts'

const isEmpty = (value: Answers[string] | undefined) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const fits = ({ kind, options }: Question, value: Answers[string]): boolean => {
  if (kind === 'yes_no') return typeof value === 'boolean'
  if (kind === 'several')
    return (
      Array.isArray(value) &&
      new Set(value).size === value.length &&
      value.every((one) => options.includes(one))
    )
  if (typeof value !== 'string') return false
  if (kind === 'one') return options.includes(value)
  if (kind === 'short') return value.length <= 200
  return kind === 'long' || isDate(value)
}

const isDate = (text: string) =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** Questions with a missing or invalid answer, each with its message. */
export const problemsOf = (
  questions: readonly Question[],
  answers: Answers,
): { question: string; text: string }[] =>
  questions.flatMap((question) => {
    const value = answers[question.id]
    if (value === undefined || isEmpty(value))
      return question.required ? [{ question: question.id, text: 'Falta tu respuesta.' }] : []
    return fits(question, value) ? [] : [{ question: question.id, text: 'Revisa esta respuesta.' }]
  })
