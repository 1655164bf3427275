// Which journeys a run walks. `npm run test:deep` walks all. `npm test` walks the specification, all journeys of a changed file, and of
// each other file a third that the seed of the run draws: all of them would take longer than everything else together.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One journey of so many is walked, of each file at least one. */
const share = 3

/** Of Playwright's report (`--list --reporter=json`): one line for each drawn journey, as `--test-list` reads it, and how many there are. */
export const drawJourneys = (report, { seed, changed }) => {
  const all = report.suites.flatMap((suite) => journeysOf(suite, []))
  const drawn = Map.groupBy(all, ({ project, file }) => `${project} ${file}`)
    .values()
    .flatMap((journeys) => (isWhole(journeys[0], changed) ? journeys : draw(journeys, seed)))
    .map(({ project, titles }) => `[${project}] › ${titles.join(' › ')}`)
    .toArray()
  return { drawn, total: all.length }
}

const draw = (journeys, seed) => {
  const places = journeys.map(({ titles }) =>
    createHash('sha256')
      .update(`${seed} ${titles.join(' ')}`)
      .digest('hex'),
  )
  const last = places.toSorted()[Math.ceil(journeys.length / share) - 1]
  return journeys.filter((_, place) => places[place] <= last)
}

/** Those of one file that follow one another are one proof. */
const isWhole = ({ project, file }, changed) =>
  project === 'specification' ||
  changed.has(join('e2e', file)) ||
  /mode: 'serial'/.test(readFileSync(join('e2e', file), 'utf8'))

const journeysOf = ({ file, title, specs = [], suites = [] }, above) => {
  const titles = [...above, title]
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ projectName: project }) => ({ project, file, titles: [...titles, spec.title] })),
    ),
    ...suites.flatMap((suite) => journeysOf(suite, titles)),
  ]
}
