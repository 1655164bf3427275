import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as holds from '#contract/booking/hold.ts'
import { call } from '#web/api.ts'

export type Known = Reply<typeof holds.enterContactCode>['known']

/** Where a code is requested and entered: a code requires a hold, or a gift that is about to be bought. */
export type ContactDoor = {
  send: (
    email: string,
  ) => Promise<Pick<Reply<typeof holds.sendContactCode>, 'confirmed' | 'resendInSeconds' | 'outbox'>>
  enter: (email: string, code: string) => Promise<Known>
}

export const doorOfHold = (id: string): ContactDoor => ({
  send: (email) => call(holds.sendContactCode, { params: { id }, body: { email } }),
  enter: async (email, code) =>
    (await call(holds.enterContactCode, { params: { id }, body: { email, code } })).known,
})

/**
 * The confirmation of a visitor's e-mail: `ask` sends a code there, the code's field is below the e-mail's, and once it is entered the
 * e-mail is theirs for this booking. `isConfirmed` is of this very address.
 */
export const useContactCode = (door: ContactDoor) => {
  const [confirmed, setConfirmed] = useState('')
  const [requested, setRequested] = useState({ email: '', round: 0 })
  const ask = useMutation({
    mutationFn: door.send,
    onSuccess: (answer, email) => {
      if (answer.confirmed) setConfirmed(email)
      else setRequested(({ round }) => ({ email, round: round + 1 }))
    },
  })
  return {
    ask,
    requested,
    enter: door.enter,
    isConfirmed: (email: string) => email !== '' && email.trim().toLowerCase() === confirmed.toLowerCase(),
    confirm: setConfirmed,
    /** The server does not believe it any more: ask again. */
    forget: () => {
      setConfirmed('')
      setRequested({ email: '', round: 0 })
    },
  }
}

export type ContactCodeUse = ReturnType<typeof useContactCode>
