import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals small secrets that must be read again, such as an authenticator's: AES-256-GCM under a key of their own purpose. */
export const secretBox = (secret: string, purpose: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `kalli ${purpose}`, 32))
  return {
    /** `owner` is bound to it: another's sealed secret does not open in its place. */
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
