/** The secrets of a connected account: its tokens, its owner's address, and the names of its calendars. */
import type { Owner } from '#server/connection/owner.ts'
import type { Config } from '#server/platform/config.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { secretRing } from '#server/platform/secret-box.ts'
import type { Work } from '#server/platform/work.ts'

const rings = new WeakMap<Config, ReturnType<typeof secretRing>>()

/** Its keys are derived once: every reading of a calendar opens a token. */
const ringOf = (config: Config) => {
  const known = rings.get(config)
  if (known !== undefined) return known
  const ring = secretRing({ now: config.secret, before: config.secretsBefore }, 'calendar account')
  rings.set(config, ring)
  return ring
}

/** Sealed for one professional or host: they do not open for another. */
export const sealing = ({ config }: Work, { professionalId, hostId }: Owner) => {
  const ring = ringOf(config)
  const owner = professionalId === null ? `host ${hostId}` : String(professionalId)
  return {
    keyId: ring.keyId,
    seal: (plain: string) => ring.seal(plain, owner),
    open: (sealed: Buffer, keyId: string) => ring.open(sealed, owner, keyId),
  }
}

export const emailHash = (email: string) => hashToken(`calendar account ${email.toLowerCase()}`)
