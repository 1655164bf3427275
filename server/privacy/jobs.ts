import { type Job, subscribe } from '#server/platform/jobs.ts'
import { forgetOldCopies, make } from '#server/privacy/copy.ts'
import { forgetFarewells, sayFarewell } from '#server/privacy/farewell.ts'
import { cancelLeftBehind } from '#server/privacy/privacy.ts'

export const jobs: readonly Job[] = [
  subscribe('account.copy_asked', 'privacy.make_copy', make),
  subscribe('account.left', 'privacy.say_farewell', sayFarewell),
  subscribe('account.left', 'privacy.cancel_left_behind', cancelLeftBehind),
  { every: '*/15 * * * *', name: 'privacy.sweep_left_behind', run: cancelLeftBehind },
  { every: '13 * * * *', name: 'privacy.forget_copies', run: forgetOldCopies },
  { every: '53 * * * *', name: 'privacy.forget_farewells', run: forgetFarewells },
]
