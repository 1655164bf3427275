/**
 * Notices on subscribed browsers (web push, RFC 8030 and 8291): encrypted for each, signed with our VAPID key. All of a person's browsers
 * get the same one; the tag makes a browser that receives it twice show it once.
 */
import { dayMs } from '#contract/platform/duration.ts'
import * as z from 'zod/mini'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { keepPush } from '#server/messaging/outbox.ts'
import { type Attempt, Refused, type Sender, Unreachable, type Ways } from '#server/messaging/way.ts'

const patienceMs = 10_000
/** Later than this, any of our notices would be too late. */
const lifeSeconds = 3_600

export const webPush: Sender<Ways['push']> = {
  name: 'web-push',
  async send(work, attempt, way) {
    requireNoTransaction(work)
    const devices = await devicesOf(work, way.accountId)
    if (devices.length === 0) throw new Refused('push_no_device', 'no browser is left that asked')
    const answers = await Promise.all(devices.map((device) => pushToDevice(work, attempt, device, way)))
    if (answers.includes('taken')) return attempt.id
    // Browsers that did not answer may be retried; the others are gone for good.
    if (answers.includes('later')) throw new Unreachable('no push service took it')
    throw new Refused('push_gone', 'every browser that asked is gone')
  },
}

/** Without a key, the local telephone shows it at /dev/push. */
export const localPush: Sender<Ways['push']> = {
  name: 'outbox',
  async send(work, attempt, way) {
    if ((await devicesOf(work, way.accountId)).length === 0)
      throw new Refused('push_no_device', 'no browser is left that asked')
    return keepPush(work, attempt, way)
  },
}

type Device = { id: string; endpoint: string; public_key: string; auth: string }

const devicesOf = (work: Work, accountId: number): Promise<Device[]> =>
  work.db
    .selectFrom('push_devices')
    .select(['id', 'endpoint', 'public_key', 'auth'])
    .where('account_id', '=', accountId)
    .execute()

const pushToDevice = async (
  work: Work,
  attempt: Attempt,
  device: Device,
  { title, body, path }: Ways['push'],
): Promise<'taken' | 'later' | 'gone'> => {
  const { vapid } = work.config
  if (vapid === null) throw new Error('web push is not configured')
  const { default: library } = await import('web-push')
  const request = library.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.public_key, auth: device.auth } },
    JSON.stringify({ title, body, path, tag: attempt.id, receipt: receiptOf(work, attempt.id) }),
    {
      vapidDetails: { subject: vapid.subject, publicKey: vapid.publicKey, privateKey: vapid.privateKey },
      TTL: lifeSeconds,
      urgency: 'high',
      topic: attempt.id.replaceAll('-', '').slice(0, 32),
    },
  )
  const response = await fetch(request.endpoint, {
    method: 'POST',
    headers: headersOf(request.headers),
    body: new Uint8Array(request.body),
    // A redirect could send us to any address.
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => null)
  if (response === null || response.status === 429 || response.status >= 500) return 'later'
  await response.body?.cancel()
  if (response.ok) return 'taken'
  work.log.warn({ status: response.status, device: device.id }, 'push subscription has ended')
  // 404 and 410 mean that the subscription ended; other refusals are permanent.
  if (response.status === 404 || response.status === 410)
    await work.db.deleteFrom('push_devices').where('id', '=', device.id).execute()
  return 'gone'
}

const headersOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  )

const receiptKind = 'push receipt'
const receiptDays = 2

/** A token by which the service worker may report that it was shown, and nothing else. */
export const receiptOf = ({ tokens, now }: Work, deliveryId: string): string =>
  tokens.sign(receiptKind, { d: deliveryId }, new Date(now.getTime() + receiptDays * dayMs))

/** The delivery of a receipt, or null when it is not ours. */
export const deliveryOf = ({ tokens, now }: Work, receipt: string): string | null => {
  const opened = z.safeParse(Receipt, tokens.open(receiptKind, receipt, now))
  return opened.success ? opened.data.d : null
}
const Receipt = z.object({ d: z.uuid() })

/**
 * The push services of existing browsers. A subscriber names an address that we then call: without this list, it could be any address
 * inside our network.
 */
const services =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([\w-]+\.)*push\.apple\.com|([\w-]+\.)*notify\.windows\.com)$/

export const isPushService = ({ config }: Work, endpoint: string): boolean => {
  const { protocol, hostname, origin } = new URL(endpoint)
  if (config.vapid?.origins.includes(origin)) return true
  return protocol === 'https:' && services.test(hostname)
}
