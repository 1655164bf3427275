/** Connects a CalDAV account by an app password: tried first, and saved only if it works. */
import type * as z from 'zod/mini'
import type { CaldavAccount } from '#contract/connection/connection.ts'
import { accessText } from '#server/connection/caldav/access.ts'
import { homeOf } from '#server/connection/caldav/discover.ts'
import { serverOf } from '#server/connection/caldav/net.ts'
import { serviceAddresses } from '#server/connection/caldav/known-server.ts'
import { caldavOf, policyOf } from '#server/connection/caldav-setup.ts'
import { keep } from '#server/connection/keep.ts'
import type { Owner } from '#server/connection/owner.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { refuse } from '#server/platform/refuse.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

type Given = Omit<z.output<typeof CaldavAccount>, 'makesOwn'> & { makesOwn?: boolean }

/** Refuses calendar_server_address, calendar_password_wrong, calendar_server_none, calendar_server_silent, too_many_accounts. */
export const connectByPassword = async (work: Work, owner: Owner, given: Given): Promise<void> => {
  requireNoTransaction(work)
  const policy = policyOf(work.config)
  const { service, user, password } = given
  const typed = service === 'other' ? (given.address ?? '') : serviceAddresses[service]
  const server = serverOf(typed, policy) ?? refuse('calendar_server_address')
  const provider = caldavOf(work.config)
  const { access, calendars } = await tried(work, async () => {
    const home = await homeOf(policy, { user, password }, server)
    const access = accessText({ home, user, password })
    return { access, calendars: await provider.calendars(access) }
  })
  const isSaved = await keep(
    work,
    {
      owner,
      provider: 'caldav',
      email: service === 'other' && !user.includes('@') ? `${user} en ${server.host}` : user,
      identity: `${user} ${server.host}`,
      refreshToken: access,
      scopes: [],
      makesOwn: given.makesOwn === true,
    },
    await provider.renew(access, work.now),
    calendars,
  )
  if (!isSaved) refuse('too_many_accounts')
}

const tried = async <Got>(work: Work, run: () => Promise<Got>): Promise<Got> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    work.log.info({ failure: error.failure }, 'CalDAV account could not be connected')
    if (error.failure === 'unauthorised') return refuse('calendar_password_wrong')
    if (error.failure === 'unreachable' || error.failure === 'limited')
      return refuse('calendar_server_silent')
    return refuse('calendar_server_none')
  }
}
