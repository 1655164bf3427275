import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the condition holds, however slow the machine; fails, naming it, when it does not. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>, seconds = 60) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(20)) if (await holds()) return
  assert.fail(`did not happen in ${seconds} s: ${what}`)
}
