import { type Job } from '#server/platform/jobs.ts'
import { lookAtDue } from '#server/verification/check.ts'
import { deliverIdentityEvents, identityStandin } from '#server/verification/identity-standin.ts'
import { sendCode, tellDecision, tellFormerAddress, tellPhoneMoved } from '#server/verification/letters.ts'
import { forgetOldCodes } from '#server/verification/one-time-code.ts'
import { identityProviderOf } from '#server/verification/outside.ts'
import { followOpenEvents, forgetOldEvents } from '#server/verification/webhook.ts'

const minutely = '* * * * *'

export const jobs: readonly Job[] = [
  {
    fact: 'verification.code_asked',
    name: 'verification.send_code',
    run: (work, asked: Parameters<typeof sendCode>[1]) => sendCode(work, asked),
  },
  {
    fact: 'verification.address_changed',
    name: 'verification.tell_former_address',
    run: (work, change: Parameters<typeof tellFormerAddress>[1]) => tellFormerAddress(work, change),
  },
  {
    fact: 'verification.phone_moved',
    name: 'verification.tell_phone_moved',
    run: (work, moved: Parameters<typeof tellPhoneMoved>[1]) => tellPhoneMoved(work, moved),
  },
  {
    fact: 'verification.check_decided',
    name: 'verification.tell_decision',
    run: (work, decided: Parameters<typeof tellDecision>[1]) => tellDecision(work, decided),
  },
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
