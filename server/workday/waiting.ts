import type { OwnTaskKind } from '#contract/figures/own-figures.ts'
import type { TaskKind } from '#contract/figures/figures.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { waitingInWork } from '#contract/workday/waiting.ts'
import { toCloseCount } from '#server/booking/summary/list.ts'
import { waitingCount } from '#server/booking/waitlist/waitlist-view.ts'
import { ownTasks } from '#server/figures/own-task.ts'
import { tasks } from '#server/figures/task.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Another party waits for these. */
const ownAnswers: ReadonlySet<OwnTaskKind> = new Set([
  'request',
  'change',
  'rescue',
  'absence',
  'dispute',
  'overtime',
  'hand_over',
])
const hostAnswers: ReadonlySet<TaskKind> = new Set([
  'application',
  'question',
  'rent_change',
  'visit_request',
  'visit_change',
  'problem',
])

/** Shown on the screen of applications and agreements. */
const ownHiring: ReadonlySet<OwnTaskKind> = new Set(['application', 'expiring'])
const hostHiring: ReadonlySet<TaskKind> = new Set(['application', 'question', 'expiring', 'renewal'])

/** The number of pending tasks of that role of the viewer. Refuses role_not_available to an account without it. */
export const waiting = async (work: Work, { as }: Input<typeof waitingInWork>['query']) => {
  if (as === 'host') {
    if (work.viewer.hostId === null) refuse('role_not_available')
    const found = await tasks(work)
    const count = countOf<TaskKind>(found)
    return {
      tasks: found.length,
      answers: count(hostAnswers),
      hiring: count(hostHiring),
      problems: count(new Set(['problem'])),
      close: 0,
      waitlist: 0,
      invitations: 0,
    }
  }
  const professionalId = work.viewer.professionalId ?? refuse('role_not_available')
  const found = await ownTasks(work)
  const count = countOf<OwnTaskKind>(found)
  return {
    tasks: found.length,
    answers: count(ownAnswers),
    hiring: count(ownHiring),
    invitations: count(new Set(['invitation'])),
    problems: 0,
    close: await toCloseCount(work, professionalId),
    waitlist: await waitingCount(work, professionalId),
  }
}

const countOf =
  <Kind>(found: readonly { kind: Kind }[]) =>
  (kinds: ReadonlySet<Kind>) =>
    found.filter(({ kind }) => kinds.has(kind)).length
