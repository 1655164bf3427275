import { forgetOldMessages, sendReceipt, mailOperator } from '#server/contact/contact.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  subscribe('contact.received', 'contact.tell_operator', mailOperator),
  subscribe('contact.received', 'contact.send_receipt', sendReceipt),
  { every: '43 9 * * *', name: 'contact.forget', run: forgetOldMessages },
]
