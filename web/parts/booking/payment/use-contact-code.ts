import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as holds from '#contract/booking/hold.ts'
import { ApiError, call } from '#web/api.ts'
import { confirmedDraft } from '#web/parts/booking/payment/kept-contact.ts'
import { useForm } from '#web/ui/form/use-form.ts'

export type Known = Reply<typeof holds.enterContactCode>['known']

/** Where a code is requested and entered: a code requires a hold, or a gift that is about to be bought. */
export type ContactCodes = {
  send: (
    address: string,
    by?: 'sms',
  ) => Promise<
    Pick<Reply<typeof holds.sendContactCode>, 'confirmed' | 'resendInSeconds' | 'outbox' | 'sentBy'>
  >
  enter: (address: string, code: string) => Promise<Known>
}

export const codesOfHold = (id: string): ContactCodes => ({
  send: (address, by) => call(holds.sendContactCode, { params: { id }, body: { ...asGiven(address), by } }),
  enter: async (address, code) =>
    (await call(holds.enterContactCode, { params: { id }, body: { ...asGiven(address), code } })).known,
})

const asGiven = (address: string) => (address.includes('@') ? { email: address } : { phone: address })

/**
 * The confirmation of a visitor's telephone or e-mail: `ask` sends a code there, the code's field is below, and once it is entered the
 * address is theirs for this booking and this browser's day. `isConfirmed` is of this very address, and survives a reload of the tab.
 */
export const useContactCode = (codes: ContactCodes) => {
  const saved = useForm({ initial: { address: '' }, draft: confirmedDraft })
  const [requested, setRequested] = useState({ address: '', round: 0 })
  const confirm = (address: string) => saved.put({ address })
  const ask = useMutation({
    mutationFn: (address: string) => askOnce(codes, address),
    onSuccess: (answer, address) => {
      if (answer.confirmed) confirm(address)
      else setRequested(({ round }) => ({ address, round: round + 1 }))
    },
    // One was sent a moment ago, before a reload: it still counts.
    onError: (problem, address) => {
      if (problem instanceof ApiError && problem.code === 'code_too_soon')
        setRequested(({ round }) => ({ address, round: round + 1 }))
    },
  })
  return {
    ask,
    requested,
    send: codes.send,
    enter: codes.enter,
    isConfirmed: (address: string) =>
      address !== '' && address.trim().toLowerCase() === saved.values.address.toLowerCase(),
    confirm,
    /** Before paying: whether nothing more is to be entered. A code that was sent is not sent again; its field has the focus. */
    require: async (address: string): Promise<boolean> => {
      if (requested.address !== address) return (await ask.mutateAsync(address)).confirmed
      document.getElementsByName('contact-code')[0]?.focus()
      return false
    },
    /** The server does not believe it any more: ask again. */
    forget: () => {
      confirm('')
      setRequested({ address: '', round: 0 })
    },
  }
}

export type ContactCodeUse = ReturnType<typeof useContactCode>

/** A press while the code is on its way waits for that one: a second request would be refused as under way. */
const sending = new Map<string, ReturnType<ContactCodes['send']>>()
const askOnce = (codes: ContactCodes, address: string) => {
  const before = sending.get(address)
  if (before !== undefined) return before
  const now = codes.send(address).finally(() => sending.delete(address))
  sending.set(address, now)
  return now
}
