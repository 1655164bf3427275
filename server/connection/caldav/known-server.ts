/** Where well-known services have their calendars. */
import type { CaldavService } from '#contract/connection/connection.ts'

export const serviceAddresses: Readonly<Record<Exclude<CaldavService, 'other'>, string>> = {
  icloud: 'https://caldav.icloud.com/',
  fastmail: 'https://caldav.fastmail.com/',
}
