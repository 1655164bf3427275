import * as contract from '#contract/contact/contact.ts'
import { open, receive } from '#server/contact/contact.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(contract.contactForm, async (work) => open(work)),
  route(contract.sendContact, (work, input) => receive(work, input)),
]
