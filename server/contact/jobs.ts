import { forgetOldMessages, sendReceipt, tellOperator } from '#server/contact/contact.ts'
import type { Job } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  {
    fact: 'contact.received',
    name: 'contact.tell_operator',
    run: (work, received: { messageId: number }) => tellOperator(work, received),
  },
  {
    fact: 'contact.received',
    name: 'contact.send_receipt',
    run: (work, received: { messageId: number }) => sendReceipt(work, received),
  },
  { every: '43 9 * * *', name: 'contact.forget', run: forgetOldMessages },
]
