/** The cost of parsing the words of a search: every example of the grammar, many times, in one process. */
import { ofProfessionals } from '#server/search/understood/examples.ts'
import { unseen } from '#server/search/understood/unseen.cases.ts'
import { understand } from '#server/search/understood/understand.ts'

const rounds = 50
const today = Temporal.PlainDate.from('2026-11-25')
const written = [...ofProfessionals, ...unseen].map(([text]) => text)

const times: number[] = []
for (let round = 0; round <= rounds; round++)
  for (const text of written) {
    const from = performance.now()
    understand(text, { today, kind: 'professionals' })
    // The first round builds the indexes of places.
    if (round > 0) times.push(performance.now() - from)
  }
times.sort((a, b) => a - b)
const aimMs = 1
const at = (part: number) => times[Math.floor(times.length * part)] ?? Infinity
const text = (part: number) => `${at(part).toFixed(3)} ms`
console.log(
  `${written.length} searches, ${rounds} rounds: median ${text(0.5)}, p99 ${text(0.99)} (aim: under ${aimMs} ms), p99.9 ${text(0.999)}`,
)
if (!(at(0.99) < aimMs)) process.exitCode = 1
