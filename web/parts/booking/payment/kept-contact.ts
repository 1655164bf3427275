import { keepDraft } from '#web/ui/form/draft.ts'

/** The phone number or email that this tab has confirmed. */
export const confirmedDraft = 'contact-confirmed'
/** Which of the two a visitor confirms. */
export const wayDraft = 'contact-way'

type Contact = { firstName: string; lastName: string; email: string; phone: string }

/** For a visitor who came by a message's link: prefills the contact at the checkout, with the email, else the phone number, confirmed. */
export const keepContact = (contact: Contact) => {
  for (const [name, value] of Object.entries(contact)) if (value !== '') keepDraft('contact', name, value)
  keepDraft(wayDraft, 'isByEmail', String(contact.email !== ''))
  keepDraft(confirmedDraft, 'address', contact.email === '' ? contact.phone : contact.email)
}
