// `npm test`. With --fast `npm run check`: the gates and the tests of what changed. With --deep `npm run test:deep`: every random case and
// every real kill. Every gate and every test counts once; ends with the times and `N passed, N failed`. With words after it (`npm test --
// booking`) only the test files whose path has one of them, and no gates; with --shard=1/3 (or --shard 1/3) a third of the test files and
// journeys.
import { spawn } from 'node:child_process'
import { findNode, install, root, runWith } from './install.mjs'

install()
if (findNode() !== process.execPath) {
  const { status } = runWith(findNode(), process.argv.slice(1))
  process.exit(status ?? 1)
}

const { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, existsSync, statfsSync, writeFileSync } =
  await import('node:fs')
const { freemem, tmpdir } = await import('node:os')
const { join, relative } = await import('node:path')
const { run } = await import('node:test')
const { buildServer, buildRest } = await import('./build.mjs')
const { changedFiles, concerned } = await import('./changed.mjs')

const say = (line) => void process.stdout.write(`${line}\n`)
const given = process.argv
  .slice(2)
  .join(' ')
  .replace(/--shard /, '--shard=')
  .split(' ')
  .filter(Boolean)
const words = given.filter((word) => !word.startsWith('--'))
const fast = given.includes('--fast')
if (given.includes('--deep')) process.env.KALLI_DEEP = '1'
const deep = process.env.KALLI_DEEP === '1'
const [, shard = 1, shards = 1] = (given.join(' ').match(/--shard=(\d+)\/(\d+)/) ?? []).map(Number)
if (!(shard >= 1 && shard <= shards)) throw new Error('--shard i/n: the i-th of n parts')
// One seed for all random cases of the run (server/testing/crash/deep.ts).
process.env.KALLI_TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
const startedAt = performance.now()
const temporary = mkdtempSync(join(tmpdir(), 'kalli-tests-'))
/** A test file's database is 1,500 files: in memory that is an eighth of the processor time of creating them on disk. */
const inMemory = () => {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, freemem()) > 4 * 2 ** 30 ? mkdtempSync(`${folder}/kalli-tests-`) : undefined
}
const databaseFolder = inMemory() ?? join(temporary, 'postgres')
process.once('exit', () => {
  for (const folder of [temporary, databaseFolder])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
process.chdir(root)
// Each test file is a process that reads the same thousand modules: the first one compiles them for the others.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'kalli-compiled')

const total = { passed: 0, failed: 0, skipped: 0 }
const secondsOf = { steps: [], files: new Map() }
const failures = []
/** Repeated at the end of a long run: the failures and their reasons. */
const reasons = []

const reportFailed = (name, reason) => {
  const text = `  ✗ ${name}\n${indent(reason.split('\n').slice(0, 30).join('\n'))}`
  reasons.push(text)
  say(text)
}

const count = (passed, failed, why) => {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(why)
}

const step = async (name, act) => {
  const beganAt = performance.now()
  const outcome = await act().catch((error) => ({
    passed: 0,
    failed: 1,
    output: error.stack ?? String(error),
  }))
  count(outcome.passed, outcome.failed, name)
  if (outcome.output) say(outcome.output)
  const mark = outcome.failed > 0 ? '✗' : '✓'
  const seconds = (performance.now() - beganAt) / 1000
  secondsOf.steps.push([name, seconds])
  say(`${mark} ${name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds.toFixed(1)} s)`)
}

/** A program whose exit code is the result; its output is shown when it fails. */
const gate =
  (program, ...args) =>
  async () => {
    const { code, output } = await runProgram(program, args)
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
  }

const runProgram = (program, args, { env = {}, live = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, program), ...args], { env: { ...process.env, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => (live ? process.stdout.write(text) : (output += text)))
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })

const testFiles = () =>
  ['server', 'contract', 'web', 'bench']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort()

const inShard = (files) => files.filter((_, place) => place % shards === shard - 1)

/** The seconds that each file took in the last run. */
const timesFile = join(root, 'node_modules', '.cache', 'kalli-test-times.json')
const lastTimes = () => new Map(existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : [])
const keepTimes = () => {
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true })
  writeFileSync(timesFile, JSON.stringify([...lastTimes(), ...secondsOf.files]))
}

/**
 * The files that share a process. Slow ones, and those that end processes, run alone and start first, so that no lane is left alone with
 * them at the end; the others are distributed. Those of changed folders come before all.
 */
const shared = (files) => {
  const times = lastTimes()
  const isAlone = takesLong(times)
  const changed = new Set(concerned(files, changedFiles()))
  const handsOf = (files) => {
    const alone = files
      .filter(isAlone)
      .toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0))
    const others = files.filter((file) => !isAlone(file))
    const hands = Math.ceil(others.length / filesTogether)
    const dealt = Array.from({ length: hands }, (_, hand) =>
      others.filter((_, place) => place % hands === hand),
    )
    return [...alone.map((file) => [file]), ...dealt]
  }
  return [
    ...handsOf(files.filter((file) => changed.has(file))),
    ...handsOf(files.filter((file) => !changed.has(file))),
  ]
}
/** By its kind, or as one of the twenty longest of the last run. */
const takesLong = (times) => {
  const longest = [...times].toSorted(([, one], [, other]) => other - one).slice(0, 20)
  const names = new Set(longest.map(([file]) => file))
  return (file) => isLong.test(file) || names.has(file)
}
const isLong = /crash|properties|hostile|matrix|plans|jobs|main/
const filesTogether = 18
/** One more than the usual number of cores: a file waits a third of its time for a process or the database. */
const lanes = 3

/** One PostgreSQL for the whole run; each test file has databases of its own. */
const runTests = async () => {
  const { startPostgres } = await import('../server/platform/database/postgres.ts')
  const postgres = await startPostgres({ folder: databaseFolder, disposable: true })
  process.env.KALLI_TEST_POSTGRES = postgres.url
  try {
    return await collect(fast && words.length === 0 ? testsOfChange() : inShard(testFiles()))
  } finally {
    delete process.env.KALLI_TEST_POSTGRES
    await postgres.stop()
  }
}

/** `npm run check` starts no further file after this many seconds; `npm test` runs all of them. */
const checkSeconds = 75

const testsOfChange = () => {
  const changed = changedFiles()
  const files = concerned(testFiles(), changed)
  const isLeft = takesLong(lastTimes())
  const left = files.filter((file) => isLeft(file) && !changed.has(file))
  say(`  ${files.length} test files have to do with what changed`)
  if (left.length > 0) say(`  left to npm test, since they take long: ${left.join(', ')}`)
  return files.filter((file) => !left.includes(file))
}

const collect = async (files) => {
  const outcome = { passed: 0, failed: 0, output: '' }
  if (files.length === 0 && fast) return outcome
  if (files.length === 0) return { passed: 0, failed: 1, output: 'No test files were found.' }
  const seen = new Map(files.map((file) => [join(root, file), { passed: 0, failed: 0 }]))
  const report = ({ file, name, details, skip, todo }, passed) => {
    if (todo !== undefined) return
    if (details.type === 'suite' && seen.has(join(root, name)))
      secondsOf.files.set(name, details.duration_ms / 1000)
    // A test that failed because of a subtest is reported once, by the subtest.
    if (!passed && details.error?.failureType === 'subtestsFailed') return
    if (details.type === 'suite' && passed) return
    if (skip !== undefined) return void (total.skipped += 1)
    const own = seen.get(file) ?? seen.get(join(root, name))
    outcome[passed ? 'passed' : 'failed'] += 1
    if (own) own[passed ? 'passed' : 'failed'] += 1
    if (!passed) reportFailed(`${relative(root, file ?? '')} › ${name}`, reasonOf(details.error))
  }
  // In order for `npm run check`: the nearest to the change first, a few at a time.
  const waiting = fast ? inFours(files) : shared(files)
  const isLate = () => fast && words.length === 0 && performance.now() - startedAt > checkSeconds * 1000
  const lane = async () => {
    for (let hand = waiting.shift(); hand !== undefined; hand = waiting.shift()) {
      await runTogether(hand, report)
      if (!isLate() || waiting.length === 0) continue
      say(`  left to npm test: ${waiting.flat().join(', ')}`)
      for (const file of waiting.splice(0).flat()) seen.delete(join(root, file))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const [file, own] of seen) {
    if (own.passed + own.failed > 0) continue
    outcome.failed += 1
    reportFailed(relative(root, file), 'no tests ran in it')
  }
  return outcome
}

const inFours = (files) =>
  Array.from({ length: Math.ceil(files.length / 4) }, (_, place) => files.slice(place * 4, place * 4 + 4))

const runTogether = async (files, report) => {
  const stream = run({
    files: [join(root, 'bin/together.mjs')],
    argv: files,
    timeout: deep ? 5_400_000 : 600_000,
    // Fewer and cheaper garbage collections: a tenth of the processor time.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
  })
  let errors = ''
  stream.on('test:pass', (event) => report(event, true))
  stream.on('test:fail', (event) =>
    report(
      isProcess(event)
        ? { ...event, name: files.join(' '), details: { error: errors || event.details.error } }
        : event,
      false,
    ),
  )
  stream.on('test:stderr', ({ message }) => {
    errors = (errors + message).slice(-5000)
    if (process.env.KALLI_TEST_OUTPUT) process.stderr.write(`${files[0]}: ${message}`)
  })
  stream.on('test:stdout', ({ message }) => process.env.KALLI_TEST_OUTPUT && process.stdout.write(message))
  for await (const _ of stream);
}

/** The process as a whole failed: by an uncaught error, whose text it wrote (bin/together.mjs), or by a timeout. */
const isProcess = ({ file, name, details }) =>
  [file, name].every((path) => path?.endsWith('together.mjs')) &&
  details.error?.failureType !== 'subtestsFailed'

const reasonOf = (error) => {
  const cause = error?.cause ?? error
  return String(cause?.stack ?? cause?.message ?? cause)
}

const indent = (text) => text.replaceAll(/^/gm, '      ')

const journeys = async () => {
  const { installChromium } = await import('../e2e/chromium.ts')
  const results = join(temporary, 'journeys.json')
  const env = { KALLI_CHROMIUM: installChromium(say), PLAYWRIGHT_JSON_OUTPUT_NAME: results, FORCE_COLOR: '0' }
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...words]
  if (shards > 1) args.push(`--shard=${shard}/${shards}`)
  const { code } = await runProgram('node_modules/@playwright/test/cli.js', args, { env, live: true })
  if (!existsSync(results))
    return { passed: 0, failed: 1, output: `Playwright ended with ${code} and told no results.` }
  const { stats, suites } = JSON.parse(readFileSync(results, 'utf8'))
  for (const name of endedAs('flaky', suites)) say(`  ? needed a retry: ${name}`)
  for (const name of endedAs('unexpected', suites)) reasons.push(`  ✗ ${name}`)
  total.skipped += stats.skipped
  const passed = stats.expected + stats.flaky
  // Nothing ran, or it failed outside the tests.
  const failed = stats.unexpected || (passed === 0 || code !== 0 ? 1 : 0)
  return { passed, failed }
}

const endedAs = (end, suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === end))
      .map(({ file, title }) => `${file} › ${title}`),
    ...endedAs(end, inner),
  ])

const hasJourneys =
  words.length === 0 || readdirSync('e2e').some((file) => words.some((word) => `e2e/${file}`.includes(word)))

const gates = [
  // One type check serves both: running the compiler separately costs as much again.
  [
    'types and lint',
    gate('node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'),
  ],
  ['format', gate('node_modules/oxfmt/bin/oxfmt', '--check')],
  ['shape', gate('bin/shape.mjs')],
  ['structure', gate('bin/structure.mjs', '--gate')],
  ['unused', gate('node_modules/knip/bin/knip.js', '--no-config-hints')],
]

const build = async () => {
  // Where the machine has no browser one is downloaded meanwhile; the journeys report its failure.
  const fetched = runProgram('e2e/chromium.ts', [])
  await buildServer()
  await buildRest()
  await fetched
  return { passed: 1, failed: 0 }
}
const hasTests = words.length === 0 || testFiles().length > 0
const goesOn = !fast && hasJourneys
/** One after the other, beside the tests: both wait for a database or a page part of the time, so no core is idle. */
const beside = async () => {
  for (const [name, act] of words.length === 0 ? gates : []) await step(name, act)
  if (!goesOn) return
  await step('build', build)
  await step('journeys', journeys)
}
await Promise.all([hasTests && step('tests', runTests), beside()])

/** The time of each step, then the ten longest test files. */
const printTimes = () => {
  const longest = [...secondsOf.files].toSorted(([, one], [, other]) => other - one).slice(0, 10)
  const row = ([name, seconds]) => `  ${seconds.toFixed(0).padStart(5)} s  ${name}`
  say('Where the time went (steps run beside each other):')
  for (const step of secondsOf.steps) say(row(step))
  if (longest.length > 0) say('The longest test files:')
  for (const file of longest) say(row(file))
  say(row(['in all', (performance.now() - startedAt) / 1000]))
}

if (words.length === 0 && !fast && !deep && shards === 1) keepTimes()
printTimes()
if (total.skipped > 0) say(`${total.skipped} skipped`)
for (const reason of reasons) say(reason)
if (failures.length > 0) say(`Failed: ${failures.join(', ')}`)
if (failures.includes('tests'))
  say(
    `The same random cases again: KALLI_TEST_SEED=${process.env.KALLI_TEST_SEED} npm test -- <word of the file's path>`,
  )
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
