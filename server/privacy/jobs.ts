import type { Job } from '#server/platform/jobs.ts'
import { forgetOldCopies, make } from '#server/privacy/copy.ts'
import { cancelLeftBehind, forgetFarewells, sayFarewell } from '#server/privacy/privacy.ts'

export const jobs: readonly Job[] = [
  {
    fact: 'account.copy_asked',
    name: 'privacy.make_copy',
    run: (work, asked: { copyId: string }) => make(work, asked),
  },
  {
    fact: 'account.left',
    name: 'privacy.say_farewell',
    run: (work, left: { farewellId: string }) => sayFarewell(work, left),
  },
  { fact: 'account.left', name: 'privacy.cancel_left_behind', run: cancelLeftBehind },
  { every: '*/15 * * * *', name: 'privacy.sweep_left_behind', run: cancelLeftBehind },
  { every: '13 * * * *', name: 'privacy.forget_copies', run: forgetOldCopies },
  { every: '53 * * * *', name: 'privacy.forget_farewells', run: forgetFarewells },
]
