import { type Job, subscribe } from '#server/platform/jobs.ts'
import { lookAtDue } from '#server/verification/check.ts'
import { deliverIdentityEvents, identityStandin } from '#server/verification/identity-standin.ts'
import {
  sendCode,
  sendUndelivered,
  mailDecision,
  mailFormerAddress,
  mailPhoneMoved,
} from '#server/verification/emails.ts'
import { forgetOldCodes } from '#server/verification/one-time-code.ts'
import { identityProviderOf } from '#server/verification/outside.ts'
import { followOpenEvents, forgetOldEvents } from '#server/verification/webhook.ts'

const minutely = '* * * * *'

export const jobs: readonly Job[] = [
  subscribe('verification.code_asked', 'verification.send_code', sendCode),
  subscribe('verification.code_undelivered', 'verification.send_undelivered', sendUndelivered),
  subscribe('verification.address_changed', 'verification.tell_former_address', mailFormerAddress),
  subscribe('verification.phone_moved', 'verification.tell_phone_moved', mailPhoneMoved),
  subscribe('verification.check_decided', 'verification.tell_decision', mailDecision),
  { every: minutely, name: 'verification.events', run: (work) => followOpenEvents(work) },
  { every: minutely, name: 'verification.look_again', run: (work) => lookAtDue(work) },
  {
    every: minutely,
    name: 'verification.standin_webhooks',
    run: async (work) =>
      identityProviderOf(work.config) === identityStandin ? deliverIdentityEvents(work) : 0,
  },
  { every: '13 * * * *', name: 'verification.forget_codes', run: forgetOldCodes },
  { every: '46 9 * * *', name: 'verification.forget_events', run: forgetOldEvents },
]
