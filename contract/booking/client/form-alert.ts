/** Which answers of a form are worth an alert at the visit: allergies and whatever else its professional marked. Both sides decide by it. */
import type { Answers, Question } from '#contract/booking/client/intake.ts'

/** Marked by its professional; where she decided nothing, by its words. */
export const isAlerting = ({ alerts, label }: Pick<Question, 'alerts' | 'label'>): boolean =>
  alerts ?? /al[eé]rgi/i.test(label)

/** Some answer to such a question is something else than a plain "no". Whatever is unclear counts. */
export const hasAlert = (questions: readonly Question[], answers: Answers): boolean =>
  questions.some((question) => isAlerting(question) && saysSomething(answers[question.id]))

const saysSomething = (answer: Answers[string] | undefined): boolean => {
  if (Array.isArray(answer)) return answer.some(saysSomething)
  return typeof answer === 'string' ? !isPlainNo(answer) : answer === true
}

/** The whole answer: "Ninguna", "No tengo alergias"; "No, solo al látex" says something. */
const isPlainNo = (text: string): boolean => {
  const words = text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return (
    words.length === 0 ||
    (words.some((word) => noes.has(word)) && words.every((word) => noes.has(word) || fillers.has(word)))
  )
}

const noes = new Set(['na', 'n', 'no', 'nada', 'ninguna', 'ninguno', 'ningun', 'sin', 'nunca'])
const fillers = new Set([
  'a',
  'tengo',
  'que',
  'yo',
  'sepa',
  'alergia',
  'alergias',
  'conocida',
  'conocidas',
  'aplica',
  'gracias',
])
