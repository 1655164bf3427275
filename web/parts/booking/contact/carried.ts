/**
 * Answers belong to the held time they were given for, and a held time can be lost: what was answered in this tab comes back with the
 * next one that has the same questions. Typed and not sent it is a draft like any other (web/ui/form/draft.ts); once sent it is known to
 * this page alone and goes with it. Consent is required anew.
 */
import type { Answers } from '#contract/booking/client/intake.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/form/draft.ts'

/** Under which name each form's answers were typed last. */
const pointers = 'intake-carried'
const sent = new Map<string, Answers>()

type Form = { formId: number; person: number }
const nameOf = ({ formId, person }: Form) => `${formId}-${person}`

export const carryTyped = (form: Form, draftKey: string) => keepDraft(pointers, nameOf(form), draftKey)

export const carrySent = (form: Form, answers: Answers) => {
  sent.set(nameOf(form), answers)
}

/** What the hold before was answered with; what was typed of it moves to this one. */
export const takeCarried = (form: Form, draftKey: string): Answers | undefined => {
  const before = readDraft(pointers)[nameOf(form)]
  const typed = before === undefined || before === draftKey ? undefined : readDraft(before)['answers']
  if (before === undefined || typed === undefined) return sent.get(nameOf(form))
  forgetDraft(before)
  return JSON.parse(typed)
}

/** It is booked: another visit's answers are its own. */
export const forgetCarried = () => {
  forgetDraft(pointers)
  sent.clear()
}
