/** The cost of parsing the words of a search: every example of the grammar, many times, in one process. */
import { ofProfessionals } from '#server/search/understood/examples.ts'
import { unseen } from '#server/search/understood/unseen.cases.ts'
import { understand } from '#server/search/understood/understand.ts'

const rounds = 50
const today = Temporal.PlainDate.from('2026-11-25')
const written = [...ofProfessionals, ...unseen].map(([text]) => text)

const times = new Map<string, number[]>(written.map((text) => [text, []]))
for (let round = 0; round <= rounds; round++)
  for (const [text, own] of times) {
    const from = performance.now()
    understand(text, { today, kind: 'professionals' })
    // The first round builds the indexes of places.
    if (round > 0) own.push(performance.now() - from)
  }

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity
/** Of each sentence the median: on a busy machine single runs measure the machine. */
const medians = [...times.values()].map(middle)
const slowest = Math.max(...medians)
const aimMs = 1
console.log(
  `${written.length} searches, ${rounds} rounds: median ${middle(medians).toFixed(3)} ms, slowest sentence ${slowest.toFixed(3)} ms (aim: under ${aimMs} ms)`,
)
if (!(slowest < aimMs)) process.exitCode = 1
