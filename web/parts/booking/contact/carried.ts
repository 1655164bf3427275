/**
 * Answers belong to the hold they were given for, and a hold can be lost: what was answered in this tab is carried over to the next hold
 * with the same questions. Until sent it is a draft like any other (web/ui/form/draft.ts); once sent it is held by this page only. Consent
 * is required anew.
 */
import type { Answers } from '#contract/booking/client/intake.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/form/draft.ts'

/** The draft key of each form's last typed answers. */
const pointers = 'intake-carried'
const sent = new Map<string, Answers>()

type Form = { formId: number; person: number }
const nameOf = ({ formId, person }: Form) => `${formId}-${person}`

export const carryTyped = (form: Form, draftKey: string) => keepDraft(pointers, nameOf(form), draftKey)

export const carrySent = (form: Form, answers: Answers) => {
  sent.set(nameOf(form), answers)
}

/** The answers of the previous hold; their draft moves to this one. */
export const takeCarried = (form: Form, draftKey: string): Answers | undefined => {
  const before = readDraft(pointers)[nameOf(form)]
  const typed = before === undefined || before === draftKey ? undefined : readDraft(before)['answers']
  if (before === undefined || typed === undefined) return sent.get(nameOf(form))
  forgetDraft(before)
  return JSON.parse(typed)
}

/** After booking: answers are not carried over to another visit. */
export const forgetCarried = () => {
  forgetDraft(pointers)
  sent.clear()
}
