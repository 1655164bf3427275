import { isDeep, seed } from './run.ts'
import { openTemplate } from './servers.ts'

/** Playwright calls this once before the journeys, and the returned function once after them. */
export default () => {
  if (!isDeep) process.stdout.write(`The views of states that are checked: KALLI_TEST_SEED=${seed}\n`)
  return openTemplate()
}
