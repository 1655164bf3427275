/** Decisions about accounts that need no database. */
import { readFileSync } from 'node:fs'
import type { RefusalCode } from '#contract/platform/refusals.ts'

/** Spec §5: six characters, as a person counts them. */
const fewestCharacters = 6

/** Why this password may not be chosen, or null. Its account's email is as guessable as the commonest passwords. */
export const passwordRefusal = (password: string, email: string): RefusalCode | null => {
  if (Array.from(password.normalize('NFC')).length < fewestCharacters) return 'password_too_short'
  const plain = password.normalize('NFC').toLowerCase().trim()
  const guessable =
    common.has(plain) || new Set(plain).size < 2 || plain === email || plain === email.split('@')[0]
  return guessable ? 'password_too_common' : null
}

/** The first guesses against any account: our own list of Spanish and English words, names, keyboard walks and years. */
const common = new Set(
  readFileSync(new URL('./data/common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
)

type Roles = { activeRole: string; availableRoles: readonly string[] }

/** Spec §4: only to another role that the account has; the contract lets only professional and host in. */
export const switchRefusal = ({ activeRole, availableRoles }: Roles, target: string): RefusalCode | null => {
  if (!availableRoles.includes(target)) return 'role_not_available'
  return target === activeRole ? 'role_already_active' : null
}

type Device = { name: string; kind: 'phone' | 'tablet' | 'desk' | 'unknown' }

/** The order matters: later browsers also carry the names of earlier ones. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:FxiOS|Firefox)\//, 'Firefox'],
  [/\b(?:CriOS|Chrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone', 'phone'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'desk'],
  [/\bCrOS\b/, 'ChromeOS', 'desk'],
  [/\bMacintosh\b/, 'Mac', 'desk'],
  [/\bLinux\b/, 'Linux', 'desk'],
]

/** A readable name of the device of this user agent: "Chrome en Android". */
export const deviceOf = (userAgent: string): Device => {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const [, system, kind = 'unknown'] = systems.find(([sign]) => sign.test(userAgent)) ?? []
  if (browser !== undefined && system !== undefined) return { name: `${browser} en ${system}`, kind }
  return { name: browser ?? system ?? 'Dispositivo desconocido', kind }
}
