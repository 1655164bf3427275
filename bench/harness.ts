/**
 * A fair comparison: all sides run in one go, turn by turn, each round in another order, so that a slow minute of the machine affects them
 * alike. What counts is the median of the rounds' ratios.
 */
import { execFileSync, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { arch, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

/** One side's result in one round. Peak memory is that of the process which did it. */
export type Sample = { operations: number; seconds: number; cpuSeconds: number; peakBytes: number }
export type Side = { name: string; run(): Promise<Sample>; stop?(): void }
export type Result = {
  name: string
  perSecond: number
  cpuMs: number
  peakMb: number
  /** This side's speed over the last side's: the median of the rounds. With `by: 'cpu'` per second of processor time. */
  ratio: number
}

/** Runs a round to warm up and then `rounds` more; prints and answers the medians. The last side is the measure; below its aim the process ends with 1. */
export const compare = async (
  name: string,
  {
    sides,
    rounds = 5,
    aim,
    by = 'time',
  }: { sides: readonly Side[]; rounds?: number; aim?: number; by?: 'time' | 'cpu' },
): Promise<readonly Result[]> => {
  const samples = sides.map((): Sample[] => [])
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const index = (turn + Math.max(0, round)) % sides.length
      const sample = await sides[index]?.run()
      if (sample && round >= 0) samples[index]?.push(sample)
    }
  }
  const speeds = samples.map((list) => list.map(({ operations, seconds }) => operations / seconds))
  const compared =
    by === 'time'
      ? speeds
      : samples.map((list) => list.map(({ operations, cpuSeconds }) => operations / cpuSeconds))
  const measure = compared.at(-1) ?? []
  const results = sides.map(({ name }, index): Result => {
    const list = samples[index] ?? []
    const own = compared[index] ?? []
    return {
      name,
      perSecond: median(speeds[index] ?? []),
      cpuMs: median(list.map(({ cpuSeconds, operations }) => (cpuSeconds / operations) * 1000)),
      peakMb: Math.max(...list.map(({ peakBytes }) => peakBytes)) / 1e6,
      ratio: median(own.map((speed, round) => speed / (measure[round] ?? Number.NaN))),
    }
  })
  print(name, results, rounds, aim)
  if (aim !== undefined && !((results[0]?.ratio ?? 0) >= aim)) process.exitCode = 1
  return results
}

/** Repeats `work` in this process for about so many seconds. */
export const timed = async (work: () => unknown, seconds: number): Promise<Sample> => {
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const end = begin + seconds * 1000
  let operations = 0
  do {
    await work()
    operations += 1
  } while (performance.now() < end)
  const used = process.cpuUsage(cpu)
  return {
    operations,
    seconds: (performance.now() - begin) / 1000,
    cpuSeconds: (used.user + used.system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }
}

/**
 * A separate process for one side. `file` (in bench/) exports `prepare(input)`, which returns the work to repeat, and `startsOf(answer)`,
 * what to compare. Its memory and garbage collection are its own.
 */
export const ownProcess = (name: string, file: string, env: Readonly<Record<string, string>> = {}) => {
  const child = fork(join(import.meta.dirname, 'worker.ts'), [join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
  })
  const ask = (question: object) =>
    new Promise<unknown>((resolve, reject) => {
      const leave = () => reject(new Error(`${name} ended before it answered`))
      child.once('exit', leave)
      child.once('message', (answer) => {
        child.off('exit', leave)
        resolve(answer)
      })
      child.send(question)
    })
  return {
    name,
    /** One computation of the input, as `startsOf` returns it. */
    answer: (input: unknown) => ask({ input }),
    side: (input: unknown, seconds: number): Side => ({
      name,
      run: async () => sampleOf(await ask({ input, seconds })),
    }),
    stop: () => child.kill(),
  }
}

const sampleOf = (answer: unknown): Sample => {
  if (typeof answer !== 'object' || answer === null) throw new Error('no sample')
  const part = (name: string) => {
    const value = new Map(Object.entries(answer)).get(name)
    return typeof value === 'number' ? value : Number.NaN
  }
  const { operations, seconds } = { operations: part('operations'), seconds: part('seconds') }
  return { operations, seconds, cpuSeconds: part('cpuSeconds'), peakBytes: part('peakBytes') }
}

/** Installs a peer of bench/peers from its lock file, if it is not there yet. */
export const installPeer = (peer: string) => {
  const folder = join(import.meta.dirname, 'peers', peer)
  if (existsSync(join(folder, 'node_modules'))) return
  process.stdout.write(`installing bench/peers/${peer} …\n`)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })
}

export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 1e9)} GB, ` +
  `${process.platform} ${release()} ${arch()}, Node ${process.version}`

export const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The number below which that share of them lies. */
export const quantile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? Number.NaN

const print = (name: string, results: readonly Result[], rounds: number, aim?: number) => {
  const [first] = results
  const verdict =
    aim === undefined || !first ? '' : `  aim ≥ ${aim}×: ${first.ratio >= aim ? 'met' : 'MISSED'}`
  console.log(`\n${name}  (${rounds} rounds)${verdict}`)
  table(
    results.map(({ name, perSecond, cpuMs, peakMb, ratio }) => ({
      '': name,
      'per second': short(perSecond),
      'CPU ms each': short(cpuMs),
      'peak MB': short(peakMb),
      ratio: `${short(ratio)}×`,
    })),
  )
}

/** Rows under their headings, numbers to the right. */
export const table = (rows: readonly Readonly<Record<string, string>>[]) => {
  const heads = Object.keys(rows[0] ?? {})
  const widths = heads.map((head) => Math.max(head.length, ...rows.map((row) => (row[head] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
  console.log(`  ${line(heads)}`)
  for (const row of rows) console.log(`  ${line(heads.map((head) => row[head] ?? ''))}`)
}

/** Three significant digits. */
export const short = (value: number) =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
