import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as holds from '#contract/booking/hold.ts'
import { ApiError, call } from '#web/api.ts'

export type Known = Reply<typeof holds.enterContactCode>['known']

/** Where a code is requested and entered: a code requires a hold, or a gift that is about to be bought. */
export type ContactDoor = {
  send: (
    address: string,
  ) => Promise<Pick<Reply<typeof holds.sendContactCode>, 'confirmed' | 'resendInSeconds' | 'outbox'>>
  enter: (address: string, code: string) => Promise<Known>
}

export const doorOfHold = (id: string): ContactDoor => ({
  send: (address) => call(holds.sendContactCode, { params: { id }, body: asGiven(address) }),
  enter: async (address, code) =>
    (await call(holds.enterContactCode, { params: { id }, body: { ...asGiven(address), code } })).known,
})

const asGiven = (address: string) => (address.includes('@') ? { email: address } : { phone: address })

/**
 * The confirmation of a visitor's telephone or e-mail: `ask` sends a code there, the code's field is below, and once it is entered the
 * address is theirs for this booking. `isConfirmed` is of this very address.
 */
export const useContactCode = (door: ContactDoor) => {
  const [confirmed, setConfirmed] = useState('')
  const [requested, setRequested] = useState({ address: '', round: 0 })
  const ask = useMutation({
    mutationFn: door.send,
    onSuccess: (answer, address) => {
      if (answer.confirmed) setConfirmed(address)
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
    enter: door.enter,
    isConfirmed: (address: string) =>
      address !== '' && address.trim().toLowerCase() === confirmed.toLowerCase(),
    confirm: setConfirmed,
    /** The server does not believe it any more: ask again. */
    forget: () => {
      setConfirmed('')
      setRequested({ address: '', round: 0 })
    },
  }
}

export type ContactCodeUse = ReturnType<typeof useContactCode>
