/** Google's notification of a channel: which channel, and whether it reports more than its creation. */
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'

const Headers = z.object({
  'x-goog-channel-id': z.uuid(),
  'x-goog-channel-token': z.string().check(z.maxLength(256)),
  'x-goog-resource-state': z.string(),
})

/** Null: not a notification. */
export const googleNotice = (headers: IncomingHttpHeaders) => {
  const parsed = z.safeParse(Headers, headers)
  if (!parsed.success) return null
  const { 'x-goog-channel-id': id, 'x-goog-channel-token': secret } = parsed.data
  return { id, secret, isFirst: parsed.data['x-goog-resource-state'] === 'sync' }
}
