import { setTimeout as sleep } from 'node:timers/promises'
import type { Work } from '#server/platform/work.ts'

const patienceMs = 1_000

/** For a job that waits for other systems: it would hold up the jobs behind it. The task continues; its later failure is logged. */
export const waitBriefly = async (work: Work, task: Promise<unknown>, failure: string): Promise<void> => {
  let isLate = false
  const handled = task.catch((error: unknown) => {
    if (!isLate) throw error
    work.log.error({ err: error }, failure)
  })
  await Promise.race([handled, sleep(patienceMs, undefined, { ref: false })])
  isLate = true
}
