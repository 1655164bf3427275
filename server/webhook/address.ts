/** Addresses of other systems: which ones are called, and the possible problems. */
import type { Config } from '#server/platform/config.ts'

/** Where the local receiver listens (dev-receiver.ts). */
export const receiverPath = '/dev/webhooks/'

type Place = Pick<Config, 'production' | 'publicUrl'>

/** Kalli's own receiver of development, and nothing else on this machine. */
export const isReceiver = ({ production, publicUrl }: Place, address: URL) =>
  !production && address.origin === URL.parse(publicUrl)?.origin && address.pathname.startsWith(receiverPath)

/** https to a host name on the standard port, without a password. Null: not an outside address. */
export const addressOf = (config: Place, text: string): URL | null => {
  const url = URL.parse(text.trim())
  if (url === null || url.username !== '' || url.password !== '') return null
  url.hash = ''
  if (isReceiver(config, url)) return url
  if (url.protocol !== 'https:' || url.port !== '') return null
  if (!/[a-z]/i.test(url.hostname) || url.hostname.startsWith('[')) return null
  return url.hostname.includes('.') ? url : null
}

/** `not_outside`: it resolves to a machine of this network. `redirect`: it redirects, which is not followed. */
export const problems = {
  unreachable: 'No hubo conexión.',
  timeout: 'No respondió en 15 segundos.',
  not_outside: 'Esa dirección no está en internet.',
  redirect: 'Respondió con una redirección, y no se siguen.',
  gone: 'Respondió que ya no existe (410): la apagamos.',
  refused: 'No lo aceptó.',
  failed: 'Tuvo un error.',
  ours: 'Tuvimos un error al prepararlo. Lo intentamos otra vez.',
} as const
export type Problem = keyof typeof problems

export const isProblem = (text: string): text is Problem => Object.hasOwn(problems, text)

export class CallProblem extends Error {
  override name = 'CallProblem'
  readonly problem: Problem
  constructor(problem: Problem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}
