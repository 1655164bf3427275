/** Stored passwords: argon2id, after OWASP's first choice of 2024 (m=46 MiB, t=1, p=1). */
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { openGate } from '#server/platform/gate.ts'

const cost = { memory: 47_104, passes: 1, parallelism: 1 }
const tagLength = 32

/** Two at once: at most 92 MiB, and the other half of Node's four threads stays free for files and DNS. */
const gate = openGate({ atOnce: 2, maxWaitMs: 5_000 })

/** In PHC's notation, which records the cost, so that it can be raised later. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, { ...cost, tagLength })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(salt)}$${bare(tag)}`
}

/** Takes the same time with and without an account: `saved` null is compared with a dummy hash. */
export const isPassword = async (password: string, saved: string | null): Promise<boolean> => {
  const parsed = parse(saved ?? nobodys)
  const tag = await derive(password, parsed.salt, parsed)
  return timingSafeEqual(tag, parsed.tag) && saved !== null
}

/** Hashed at another cost than today's: rehashed at the next sign-in. */
export const isOutdated = (saved: string) => {
  const { memory, passes, parallelism } = parse(saved)
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
}

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number }

const derive = async (password: string, nonce: Buffer, { memory, passes, parallelism, tagLength }: Cost) => {
  // NFC: é is one code point, however the keyboard composed it.
  const parameters = { message: password.normalize('NFC'), nonce, memory, passes, parallelism, tagLength }
  await gate.enter()
  try {
    return await derived(parameters)
  } finally {
    gate.leave()
  }
}

const derived = (parameters: Argon2Parameters) =>
  new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error === null ? resolve(tag) : reject(error)))
  })

const parse = (saved: string) => {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(saved)
  if (parts === null) throw new Error('a kept password is not in the form that we write')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const bytes = Buffer.from(tag, 'base64')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: bytes.length,
    salt: Buffer.from(salt, 'base64'),
    tag: bytes,
  }
}

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(Buffer.alloc(16))}$${bare(Buffer.alloc(tagLength))}`
