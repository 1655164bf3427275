import type { OwnTaskKind } from '#contract/figures/own-figures.ts'
import type { TaskKind } from '#contract/figures/figures.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { waitingInWork } from '#contract/workday/waiting.ts'
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

/** The number of pending tasks of that role of the viewer. Refuses role_not_available to an account without it. */
export const waiting = async (work: Work, { as }: Input<typeof waitingInWork>['query']) => {
  if (as === 'host') {
    if (work.who.hostId === null) refuse('role_not_available')
    const found = await tasks(work)
    return { tasks: found.length, answers: found.filter(({ kind }) => hostAnswers.has(kind)).length }
  }
  if (work.who.professionalId === null) refuse('role_not_available')
  const found = await ownTasks(work)
  return { tasks: found.length, answers: found.filter(({ kind }) => ownAnswers.has(kind)).length }
}
