/** CalDAV of this installation: any server of the internet; outside production the stand-in too, and servers on this machine. */
import { caldavCalendar } from '#server/connection/caldav/caldav.ts'
import type { Policy } from '#server/connection/caldav/net.ts'
import { standinAnswer } from '#server/connection/caldav/standin/answer.ts'
import { caldavWorld } from '#server/connection/caldav/standin/world.ts'
import type { Config } from '#server/platform/config.ts'

export const policyOf = (config: Config): Policy => ({
  local: !config.production,
  standin: config.production ? null : (url, message) => standinAnswer(caldavWorld(config), url, message),
})

export const caldavOf = (config: Config) => caldavCalendar(policyOf(config))
