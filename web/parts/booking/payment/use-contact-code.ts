import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as holds from '#contract/booking/hold.ts'
import { ApiError, call } from '#web/api.ts'
import { confirmedDraft } from '#web/parts/booking/payment/kept-contact.ts'
import { useForm } from '#web/ui/form/use-form.ts'

export type Known = Reply<typeof holds.enterContactCode>['known']

/** Where a code is requested and entered: a code requires a hold, or a gift card about to be bought. */
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
 * Confirms a visitor's phone number or email: `ask` sends a code there, and once the code is entered the address is the visitor's for this
 * booking and this browser's day. `isConfirmed` is of this very address, and survives a reload of the tab.
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
    // A code was sent just before a reload: it still counts.
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
    /** Before paying: whether everything is entered. A code that was sent is not sent again; its field gets the focus. */
    require: async (address: string): Promise<boolean> => {
      if (requested.address !== address) return (await ask.mutateAsync(address)).confirmed
      document.getElementsByName('contact-code')[0]?.focus()
      return false
    },
    /** The server no longer accepts it: ask again. */
    forget: () => {
      confirm('')
      setRequested({ address: '', round: 0 })
    },
  }
}

export type ContactCodeUse = ReturnType<typeof useContactCode>

/** A press while a code is being sent waits for that one: a second request would be refused as under way. */
const sending = new Map<string, ReturnType<ContactCodes['send']>>()
const askOnce = (codes: ContactCodes, address: string) => {
  const before = sending.get(address)
  if (before !== undefined) return before
  const now = codes.send(address).finally(() => sending.delete(address))
  sending.set(address, now)
  return now
}
