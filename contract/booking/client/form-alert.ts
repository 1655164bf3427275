/** Which answers of a form are worth an alert at the visit: allergies and questions marked by the professional. Used by both sides. */
import type { Answers, Question } from '#contract/booking/client/intake.ts'

/** As marked by the professional; if unmarked, by the question's words. */
export const isAlerting = ({ alerts, label }: Pick<Question, 'alerts' | 'label'>): boolean =>
  alerts ?? /al[eé]rgi/i.test(label)

/** Whether an answer to such a question is more than a plain "no". Unclear answers count. */
export const hasAlert = (questions: readonly Question[], answers: Answers): boolean =>
  questions.some((question) => isAlerting(question) && saysSomething(answers[question.id]))

const saysSomething = (answer: Answers[string] | undefined): boolean => {
  if (Array.isArray(answer)) return answer.some(saysSomething)
  return typeof answer === 'string' ? !isPlainNo(answer) : answer === true
}

/** The whole answer must be a "no": "Ninguna", "No tengo alergias"; but "No, solo al látex" is not. */
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
