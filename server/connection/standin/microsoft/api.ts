/** The stand-in's Graph v1.0 as one function, so that tests can call it without HTTP. */
import { GraphError } from '#server/connection/standin/microsoft/answer.ts'
import { operations } from '#server/connection/standin/microsoft/operations.ts'
import type { Caller } from '#server/connection/standin/microsoft/rights.ts'
import { mailboxOf, type World } from '#server/connection/standin/microsoft/world.ts'

type Requested = {
  method: string
  /** After the version. */
  path: string
  query: URLSearchParams
  header: (name: string) => string | undefined
  body: unknown
  now: number
  base: string
}
type Answer = { status: number; headers: Record<string, string>; body: object | null }

export const answer = async (world: World, requested: Requested): Promise<Answer> => {
  try {
    const { status = 200, body } = await run(world, requested)
    return { status, headers: {}, body }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const { status, code, message, retryAfter } = error
    return {
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
      body: { error: { code, message, innerError: { date: new Date(requested.now).toISOString() } } },
    }
  }
}

const run = async (world: World, requested: Requested) => {
  const { method, path } = requested
  const caller = callerOf(world, requested)
  const { email } = caller.mailbox
  world.calls.push(`${email} ${method} ${path}`)
  const place = world.faults.findIndex((one) => one.match(method, path, email))
  const fault = place === -1 ? undefined : world.faults.splice(place, 1)[0]
  if (fault !== undefined && fault.after !== true) throw faultError(fault)
  if (caller.mailbox.isMissing)
    throw new GraphError(
      404,
      'MailboxNotEnabledForRESTAPI',
      'The mailbox is either inactive or hosted on-premise.',
    )
  requirePreferences(requested.header('prefer') ?? '')
  const operation = operations.find((one) => one.method === method && one.path.test(path))
  if (operation === undefined)
    throw new GraphError(400, 'BadRequest', `Resource not found for the segment '${path}'.`)
  const given = await operation.run(world, caller, {
    ...requested,
    params: operation.path.exec(path)?.slice(1) ?? [],
    etag: requested.header('if-match') ?? null,
  })
  if (fault !== undefined) throw faultError(fault)
  return given
}

const faultError = ({ status, code, retryAfter }: World['faults'][number]) =>
  new GraphError(status, code, code, retryAfter)

const callerOf = (world: World, { header, now }: Requested): Caller => {
  const access = /^Bearer (.+)$/.exec(header('authorization') ?? '')?.[1] ?? ''
  const grant = world.accessTokens.get(access)
  if (grant === undefined || grant.endsAt <= now)
    throw new GraphError(
      401,
      'InvalidAuthenticationToken',
      'Lifetime validation failed, the token is expired.',
    )
  return { mailbox: mailboxOf(world, grant.email), scopes: grant.scopes }
}

const known = [/^outlook\.timezone="UTC"$/, /^IdType="ImmutableId"$/, /^odata\.maxpagesize=\d+$/]

/** This stand-in supports neither other zones nor other ids. */
const requirePreferences = (header: string) => {
  const given = header.split(', ')
  const isWhole = known.slice(0, 2).every((one) => given.some((text) => one.test(text)))
  if (!isWhole || given.some((text) => !known.some((one) => one.test(text))))
    throw new GraphError(400, 'BadRequest', `The preferences are not known: ${header}`)
}
