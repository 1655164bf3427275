/** The slot engine beside cal.com's (from npm, bench/peers/calcom), on the same inputs. */
import { compare, installPeer, machine, ownProcess, table } from './harness.ts'
import { everyDay, minute, scenario, type Scenario } from './slots.scenario.ts'

const scenarios: readonly [name: string, scenario: Scenario][] = [
  ['30 days × 30 min, nothing busy', scenario(30, 30, 0, 1)],
  ['30 days × 30 min, 50 busy', scenario(30, 30, 50, 1)],
  ['30 days × 30 min, 500 busy', scenario(30, 30, 500, 1)],
  ['30 days × 30 min, 50 busy, 50 professionals', scenario(30, 30, 50, 50)],
  ['90 days × 15 min, 500 busy', scenario(90, 15, 500, 1)],
]

const main = async () => {
  installPeer('calcom')
  console.log(`slots: Kalli's engine beside cal.com's\n${machine()}`)
  // Servers run in UTC; cal.com's engine depends on it.
  const kalli = ownProcess('Kalli', 'slots-kalli.ts', { TZ: 'UTC' })
  const saved = ownProcess('cal.com, formatters kept', 'peers/calcom/engine.js', {
    TZ: 'UTC',
    KALLI_BENCH_KEEP_FORMATTERS: '1',
  })
  const calcom = ownProcess('cal.com, from npm', 'peers/calcom/engine.js', { TZ: 'UTC' })
  try {
    for (const [name, scenario] of scenarios) {
      const [ours, theirs] = await Promise.all([kalli.answer(scenario), calcom.answer(scenario)])
      const same = JSON.stringify(ours) === JSON.stringify(theirs)
      const sides = [kalli.side(scenario, 0.5), saved.side(scenario, 0.5), calcom.side(scenario, 0.5)]
      await compare(`${name}; ${same ? 'the same slots' : 'OTHER SLOTS'}`, { sides, aim: 100 })
      if (!same) process.exitCode = 1
    }
    await clockChanges([kalli, calcom])
  } finally {
    for (const side of [kalli, saved, calcom]) side.stop()
  }
}

/** Ten windows of hours on each day of 2028–2035 on which the clock changes in three border zones: 480. */
const clockChanges = async (sides: readonly ReturnType<typeof ownProcess>[]) => {
  const windows: readonly (readonly [number, number])[] = [
    [0, 180],
    [0, 240],
    [0, 1440],
    [30, 150],
    [60, 180],
    [90, 300],
    [120, 300],
    [180, 480],
    [480, 720],
    [540, 1080],
  ]
  const nights = ['America/Tijuana', 'America/Ciudad_Juarez', 'America/Ojinaga'].flatMap((zone) =>
    daysOfChange(zone),
  )
  const wrong = new Map(sides.map(({ name }) => [name, 0]))
  for (const { zone, from, to } of nights)
    for (const [fromMinute, toMinute] of windows)
      for (const side of sides) {
        const answer = await side.answer({
          zone,
          from,
          to,
          weekly: everyDay(fromMinute, toMinute),
          stepMinutes: 30,
          durationMinutes: 30,
          professionals: [{ busy: [] }],
        } satisfies Scenario)
        const starts = Array.isArray(answer) && Array.isArray(answer[0]) ? answer[0].map(Number) : []
        if (starts.some((start) => isOutside(zone, start, 30, fromMinute, toMinute)))
          wrong.set(side.name, (wrong.get(side.name) ?? 0) + 1)
      }
  const count = nights.length * windows.length
  console.log(
    `\n${count} windows on days when the clock changes: how many have a slot outside the stated hours`,
  )
  table(sides.map(({ name }) => ({ '': name, windows: String(count), wrong: String(wrong.get(name)) })))
  if (wrong.get('Kalli') !== 0) process.exitCode = 1
}

const daysOfChange = (zone: string) => {
  const found: { zone: string; from: number; to: number }[] = []
  let moment: Temporal.ZonedDateTime | null = Temporal.PlainDate.from('2028-01-01').toZonedDateTime(zone)
  while ((moment = moment.getTimeZoneTransition('next')) && moment.year < 2036) {
    const from = moment.startOfDay()
    found.push({ zone, from: from.epochMilliseconds, to: from.add({ days: 1 }).epochMilliseconds - 1 })
  }
  return found
}

/** Checks each minute of a service by Temporal, which neither engine uses. */
const isOutside = (zone: string, start: number, minutes: number, fromMinute: number, toMinute: number) => {
  for (let instant = start; instant < start + minutes * minute; instant += minute) {
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
    const shown = hour * 60 + minute
    if (shown < fromMinute || shown >= toMinute) return true
  }
  return false
}

await main()
