/** The browser of journeys and measurements: the machine's own, else Debian's, else Playwright's download. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The headless shell first: the same engine for little more than half of the work. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Reduces noise, and allows running as root and without a graphics card. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a Chromium that starts, or undefined. */
export const findChromium = (): string | undefined => {
  const given = process.env['KALLI_CHROMIUM']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const own = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [...(given ? [given] : []), ...own, onMac, chromium.executablePath()].find(
    (path) => existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
  )
}

/** The same, installing one when there is none. Throws with instructions when nothing works. */
export const installChromium = (say: (line: string) => void): string => {
  const ways = [
    { name: `apt-get install ${shell}`, possible: mayUseApt, commands: aptCommands(shell) },
    { name: 'apt-get install chromium', possible: mayUseApt, commands: aptCommands('chromium') },
    { name: 'playwright install chromium', possible: () => true, commands: playwrightCommands },
  ]
  for (const way of ways) {
    const found = findChromium()
    if (found) return found
    if (!way.possible()) continue
    say(`No Chromium on this machine: ${way.name} …`)
    for (const [command, ...args] of way.commands) spawnSync(command, args, { stdio: 'ignore' })
  }
  const found = findChromium()
  if (found) return found
  throw new Error(
    'No Chromium for the journeys, and none of the ways to get one worked: the machine has none on its path, ' +
      'apt-get (as root) and Playwright could not fetch one. Install it (Debian: apt install chromium), ' +
      'or say where it is with KALLI_CHROMIUM.',
  )
}

type Command = readonly [string, ...string[]]

const mayUseApt = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
const aptCommands = (pack: string): readonly Command[] => [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', pack],
]
const playwrightCommands: readonly Command[] = [
  [
    process.execPath,
    join(import.meta.dirname, '..', 'node_modules', 'playwright', 'cli.js'),
    'install',
    'chromium',
  ],
]

if (import.meta.main) installChromium((line) => void process.stdout.write(`${line}\n`))
