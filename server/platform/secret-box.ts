import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Seals small secrets that must be read again, such as an authenticator's: AES-256-GCM under a key of their own purpose. */
export const secretBox = (secret: string, purpose: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `kalli ${purpose}`, 32))
  return {
    /** Bound to `owner`: another owner's sealed secret does not open in its place. */
    seal(plain: string, owner: string): Buffer {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed: Buffer, owner: string): string {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/**
 * The same where the secret may change: the sealed value is stored with the id of its key, and values sealed under an earlier secret
 * still open. The id reveals nothing of the key.
 */
export const secretRing = (secrets: { now: string; before: readonly string[] }, purpose: string) => {
  const keyIdOf = (secret: string) =>
    createHash('sha256')
      .update(Buffer.from(hkdfSync('sha256', secret, '', `kalli ${purpose} key id`, 32)))
      .digest('hex')
      .slice(0, 16)
  const keyId = keyIdOf(secrets.now)
  const now = secretBox(secrets.now, purpose)
  return {
    keyId,
    seal: (plain: string, owner: string): Buffer => now.seal(plain, owner),
    /** Throws for an unknown key id. */
    open(sealed: Buffer, owner: string, sealedUnder: string): string {
      if (sealedUnder === keyId) return now.open(sealed, owner)
      const earlier = secrets.before.find((secret) => keyIdOf(secret) === sealedUnder)
      if (earlier === undefined) throw new Error(`no key ${sealedUnder} for ${purpose}`)
      return secretBox(earlier, purpose).open(sealed, owner)
    },
  }
}
