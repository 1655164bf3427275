/** The counterpart of `ownProcess` (harness.ts): repeats one side's work, or answers once. */
import { timed } from './harness.ts'

const { prepare, startsOf } = await import(process.argv[2] ?? '')
let prepared: { text: string; work: () => unknown } | undefined

process.on('message', async ({ input, seconds }: { input: unknown; seconds?: number }) => {
  const text = JSON.stringify(input)
  if (prepared?.text !== text) prepared = { text, work: prepare(input) }
  const { work } = prepared
  process.send?.(seconds === undefined ? startsOf(work()) : await timed(work, seconds))
})
