/**
 * Notifications of Microsoft Graph for a subscription: a change, or a lifecycle event of the subscription itself. The client state that
 * we set is the channel's id and its secret.
 */
import type { ChangeNotificationCollection } from '@microsoft/microsoft-graph-types'
import * as z from 'zod/mini'

const Notice = z.object({
  clientState: z.string().check(z.maxLength(128)),
  lifecycleEvent: z.optional(z.nullable(z.string())),
})
const Notices = z.object({
  value: z.array(z.unknown()).check(z.maxLength(1000)),
} satisfies { [Name in keyof ChangeNotificationCollection]?: z.ZodMiniType })

/** `look`: something changed there. `renew`: it soon ends. `lost`: it has ended. */
export type OutlookNotice = { id: string; secret: string; says: 'look' | 'renew' | 'lost' }

export const clientStateOf = ({ id, secret }: { id: string; secret: string }) => `${id}.${secret}`

/** Those that may be ours; null: the body is not from Graph. */
export const outlookNotices = (body: unknown): OutlookNotice[] | null => {
  const parsed = z.safeParse(Notices, body)
  if (!parsed.success) return null
  const found = new Map<string, OutlookNotice>()
  for (const one of parsed.data.value) {
    const notice = z.safeParse(Notice, one)
    if (!notice.success) continue
    const { clientState, lifecycleEvent } = notice.data
    const [, id, secret] = /^([\da-f-]{36})\.([\w-]+)$/.exec(clientState) ?? []
    if (id === undefined || secret === undefined || !z.safeParse(z.uuid(), id).success) continue
    const says = saysOf(lifecycleEvent ?? null)
    found.set(`${clientState} ${says}`, { id, secret, says })
  }
  return [...found.values()]
}

/** https://learn.microsoft.com/graph/change-notifications-lifecycle-events */
const saysOf = (lifecycleEvent: string | null): OutlookNotice['says'] => {
  if (lifecycleEvent === 'reauthorizationRequired') return 'renew'
  if (lifecycleEvent === 'subscriptionRemoved') return 'lost'
  // Also `missed`: the lost notifications are made up for by reading.
  return 'look'
}
