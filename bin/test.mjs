// `npm test` and, with --fast, `npm run check`. Every gate and every test counts once; ends in `N passed, N failed`.
// With words after it (`npm test -- booking`) only the test files whose path has one of them, and no gates.
import { spawn } from 'node:child_process'
import { findNode, install, root, runWith } from './install.mjs'

install()
if (findNode() !== process.execPath) {
  const { status } = runWith(findNode(), process.argv.slice(1))
  process.exit(status ?? 1)
}

const { mkdtempSync, readFileSync, readdirSync, rmSync, existsSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join, relative } = await import('node:path')
const { run } = await import('node:test')
const { buildServer, buildWeb } = await import('./build.mjs')

const say = (line) => void process.stdout.write(`${line}\n`)
const fast = process.argv.includes('--fast')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const temporary = mkdtempSync(join(tmpdir(), 'kalli-tests-'))
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))
process.chdir(root)
// Each test file is a process that reads the same thousand modules: the first to meet one keeps it ready for the others.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'kalli-compiled')

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
/** Whoever reads only the end of a long run finds there what failed, and why. */
const reasons = []

const tellFailed = (name, reason) => {
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
  const begunAt = performance.now()
  const outcome = await act().catch((error) => ({
    passed: 0,
    failed: 1,
    output: error.stack ?? String(error),
  }))
  count(outcome.passed, outcome.failed, name)
  if (outcome.output) say(outcome.output)
  const mark = outcome.failed > 0 ? '✗' : '✓'
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
  say(`${mark} ${name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)`)
}

/** A program whose exit code is the verdict; what it says is shown when it fails. */
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

/**
 * Which files share a process. Those that wait longest, or that end processes, have one to themselves and begin first, so
 * that nobody is left alone with them at the end; the others are dealt out like cards.
 */
const shared = (files) => {
  const others = files.filter((file) => !isLong.test(file))
  const hands = Math.ceil(others.length / filesTogether)
  const dealt = Array.from({ length: hands }, (_, hand) =>
    others.filter((_, place) => place % hands === hand),
  )
  return [...files.filter((file) => isLong.test(file)).map((file) => [file]), ...dealt]
}
const isLong = /crash|properties|hostile|matrix|plans|jobs|main/
const filesTogether = 8
/** One more than most machines of a gate have cores: a third of the time a file waits for a process or the database. */
const lanes = 3

/** One PostgreSQL for the whole run; each test file has databases of its own. */
const runTests = async () => {
  const { startPostgres } = await import('../server/platform/database/postgres.ts')
  const postgres = await startPostgres({ folder: join(temporary, 'postgres'), disposable: true })
  process.env.KALLI_TEST_POSTGRES = postgres.url
  try {
    return await collect(testFiles())
  } finally {
    delete process.env.KALLI_TEST_POSTGRES
    await postgres.stop()
  }
}

const collect = async (files) => {
  const outcome = { passed: 0, failed: 0, output: '' }
  if (files.length === 0) return { passed: 0, failed: 1, output: 'No test files were found.' }
  const seen = new Map(files.map((file) => [join(root, file), { passed: 0, failed: 0 }]))
  const took = new Map()
  const tell = ({ file, name, details, skip, todo }, passed) => {
    if (todo !== undefined) return
    if (details.type === 'suite' && seen.has(join(root, name))) took.set(name, details.duration_ms / 1000)
    // A test that failed because one inside it did is told once, by the one inside.
    if (!passed && details.error?.failureType === 'subtestsFailed') return
    if (details.type === 'suite' && passed) return
    if (skip !== undefined) return void (total.skipped += 1)
    const own = seen.get(file) ?? seen.get(join(root, name))
    outcome[passed ? 'passed' : 'failed'] += 1
    if (own) own[passed ? 'passed' : 'failed'] += 1
    if (!passed) tellFailed(`${relative(root, file ?? '')} › ${name}`, reasonOf(details.error))
  }
  const waiting = shared(files)
  const lane = async () => {
    for (let hand = waiting.shift(); hand !== undefined; hand = waiting.shift()) await runTogether(hand, tell)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const [file, own] of seen) {
    if (own.passed + own.failed > 0) continue
    outcome.failed += 1
    tellFailed(relative(root, file), 'no tests ran in it')
  }
  // Where the time of a run goes, for whoever wants it shorter.
  const longest = [...took].sort(([, one], [, other]) => other - one).slice(0, 12)
  say(`  longest: ${longest.map(([file, seconds]) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`)
  return outcome
}

const runTogether = async (files, tell) => {
  const stream = run({
    files: [join(root, 'bin/together.mjs')],
    argv: files,
    timeout: 600_000,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  stream.on('test:pass', (event) => tell(event, true))
  stream.on('test:fail', (event) => tell(event, false))
  stream.on(
    'test:stderr',
    ({ message }) => process.env.KALLI_TEST_OUTPUT && process.stderr.write(`${files[0]}: ${message}`),
  )
  stream.on('test:stdout', ({ message }) => process.env.KALLI_TEST_OUTPUT && process.stdout.write(message))
  for await (const _ of stream);
}

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
  const { code } = await runProgram('node_modules/@playwright/test/cli.js', args, { env, live: true })
  if (!existsSync(results))
    return { passed: 0, failed: 1, output: `Playwright ended with ${code} and told no results.` }
  const { stats, suites } = JSON.parse(readFileSync(results, 'utf8'))
  for (const name of endedAs('flaky', suites)) say(`  ? needed a second try: ${name}`)
  for (const name of endedAs('unexpected', suites)) reasons.push(`  ✗ ${name}`)
  total.skipped += stats.skipped
  const passed = stats.expected + stats.flaky
  // Nothing ran, or it failed around the tests.
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
  // One reading of all types serves both: asking the compiler apart cost as much again.
  [
    'types and lint',
    gate('node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'),
  ],
  ['format', gate('node_modules/oxfmt/bin/oxfmt', '--check')],
  ['shape', gate('bin/shape.mjs')],
  ['unused', gate('node_modules/knip/bin/knip.js', '--no-config-hints')],
]

const build = async () => {
  // Where the machine has no browser one is fetched meanwhile; the journeys say what went wrong with it.
  const fetched = runProgram('e2e/chromium.ts', [])
  await buildServer()
  await buildWeb()
  await fetched
  return { passed: 1, failed: 0 }
}
const hasTests = words.length === 0 || testFiles().length > 0
const goesOn = !fast && hasJourneys
/** One after the other, beside the tests: both wait for a database or a page part of the time, and neither leaves a core idle at its end. */
const beside = async () => {
  for (const [name, act] of words.length === 0 ? gates : []) await step(name, act)
  if (!goesOn) return
  await step('build', build)
  await step('journeys', journeys)
}
await Promise.all([hasTests && step('tests', runTests), beside()])

if (total.skipped > 0) say(`${total.skipped} skipped`)
for (const reason of reasons) say(reason)
if (failures.length > 0) say(`Failed: ${failures.join(', ')}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
