/**
 * Files in any S3-compatible store: three calls, signed by AWS Signature Version 4. Our own sixty lines, because the provider's library
 * is larger than all of Kalli.
 */
import { createHash, createHmac } from 'node:crypto'
import type { S3 } from '#server/platform/config-providers.ts'

const patienceMs = 20_000

export const inS3 = (store: S3, clock: () => Date = () => new Date()) => {
  const ask = async (method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array, type?: string) => {
    const url = new URL(`/${store.bucket}/${key}`, store.endpoint)
    const headers = signed(store, { method, url, body: body ?? new Uint8Array(), type, now: clock() })
    const answer = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(patienceMs),
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    })
    if (!answer.ok && answer.status !== 404)
      throw new Error(`the file store answered ${answer.status} to ${method} ${key}`)
    return answer
  }
  return {
    put: async (key: string, bytes: Uint8Array, type: string) => {
      const answer = await ask('PUT', key, bytes, type)
      if (answer.status === 404) throw new Error(`the file store has no bucket ${store.bucket}`)
      await answer.body?.cancel()
    },
    read: async (key: string) => {
      const answer = await ask('GET', key)
      if (answer.status !== 404) return new Uint8Array(await answer.arrayBuffer())
      await answer.body?.cancel()
      return null
    },
    remove: async (key: string) => {
      const answer = await ask('DELETE', key)
      await answer.body?.cancel()
    },
  }
}

type Wanted = { method: string; url: URL; body: Uint8Array; type: string | undefined; now: Date }

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html; our keys need no escaping. */
export const signed = (store: S3, { method, url, body, type, now }: Wanted): Record<string, string> => {
  const at = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const date = at.slice(0, 8)
  const scope = `${date}/${store.region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...(type === undefined ? {} : { 'content-type': type }),
    host: url.host,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': at,
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [date, store.region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${store.secretKey}`),
  )
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${store.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`,
  }
}

const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex')
const hmac = (key: Buffer, value: string) => createHmac('sha256', key).update(value).digest()
