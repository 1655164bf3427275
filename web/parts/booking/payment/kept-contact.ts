import { keepDraft } from '#web/ui/form/draft.ts'

/** The telephone or mailbox that this tab has confirmed. */
export const confirmedDraft = 'contact-confirmed'
/** Which of both a visitor confirms. */
export const wayDraft = 'contact-way'

type Contact = { firstName: string; lastName: string; email: string; phone: string }

/** Of who came by the link of a message: the checkout finds who they are, and that their mailbox, else their telephone, is confirmed. */
export const keepContact = (contact: Contact) => {
  for (const [name, value] of Object.entries(contact)) if (value !== '') keepDraft('contact', name, value)
  keepDraft(wayDraft, 'isByEmail', String(contact.email !== ''))
  keepDraft(confirmedDraft, 'address', contact.email === '' ? contact.phone : contact.email)
}
