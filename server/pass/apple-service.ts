/**
 * Apple's web service for passes, by its published paths: a device registers, asks for changes, fetches the pass again, and unregisters.
 * Authorized by the pass's own token.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isUuid } from '#contract/platform/shapes.ts'
import { appleFile, isPassToken } from '#server/pass/apple-pass.ts'
import { changedAt, changedSince, register, unregister } from '#server/pass/device.ts'
import { sendPass } from '#server/pass/pass-file.ts'
import { passOf } from '#server/pass/pass.ts'
import { limit } from '#server/platform/http/limits.ts'
import { anonymous, type AppContext, type Work, workFor } from '#server/platform/work.ts'

const hidden = { schema: { hide: true } }

const Device = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,128}$/))
const Registration = z.object({ pushToken: z.string().check(z.regex(/^[A-Za-z0-9]{16,400}$/)) })
const Logs = z.object({ logs: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(50)) })

type Named = { device: string; type: string; serial: string }
type Params<T> = { Params: T }

export const mountApplePasses = (app: FastifyInstance, context: AppContext): void => {
  const settings = context.config.applePass
  if (settings === null) return
  const workOf = (request: FastifyRequest) => workFor(context, { ...anonymous, address: request.ip })
  const isOurs = (type: string) => type === settings.passType

  const registrations = '/api/wallet/v1/devices/:device/registrations/:type'
  app.post<Params<Named>>(`${registrations}/:serial`, hidden, async (request, reply) => {
    const work = workOf(request)
    const named = await holderOf(work, request, reply, isOurs)
    if (named === null) return reply
    const body = z.safeParse(Registration, request.body)
    if (!body.success) return reply.code(400).send()
    const isNew = await register(work, { ...named, pushToken: body.data.pushToken })
    return reply.code(isNew ? 201 : 200).send()
  })
  app.delete<Params<Named>>(`${registrations}/:serial`, hidden, async (request, reply) => {
    const work = workOf(request)
    const named = await holderOf(work, request, reply, isOurs)
    if (named === null) return reply
    await unregister(work, named)
    return reply.code(200).send()
  })
  app.get<Params<Omit<Named, 'serial'>>>(registrations, hidden, async (request, reply) => {
    const { device, type } = request.params
    if (!isOurs(type) || !z.safeParse(Device, device).success) return reply.code(404).send()
    const work = workOf(request)
    await limit(work, 'slots')
    const query = z.safeParse(
      z.object({ passesUpdatedSince: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
      request.query,
    )
    if (!query.success) return reply.code(400).send()
    const { serials, tag } = await changedSince(work, device, Number(query.data.passesUpdatedSince ?? 0))
    if (serials.length === 0) return reply.code(204).send()
    return reply.header('cache-control', 'no-store').send({ serialNumbers: serials, lastUpdated: tag })
  })
  app.get<Params<Omit<Named, 'device'>>>(
    '/api/wallet/v1/passes/:type/:serial',
    hidden,
    async (request, reply) => {
      const work = workOf(request)
      const { type, serial } = request.params
      if (!isOurs(type) || !isUuid(serial)) return reply.code(404).send()
      if (!(await isHolder(work, request, serial))) return reply.code(401).send()
      const at = await changedAt(work, serial)
      const since = Date.parse(request.headers['if-modified-since'] ?? '')
      if (since >= Math.floor(at.getTime() / 1000) * 1000) return reply.code(304).send()
      const visit = await passOf(work, serial)
      if (visit === null) return reply.code(404).send()
      return sendPass(reply, await appleFile(work, settings, visit), at)
    },
  )
  // Errors that devices report; their text is only logged, shortened.
  app.post('/api/wallet/v1/log', hidden, async (request, reply) => {
    const body = z.safeParse(Logs, request.body)
    await limit(workOf(request), 'codes')
    if (!body.success) return reply.code(400).send()
    for (const line of body.data.logs.slice(0, 10))
      request.log.info({ line: line.slice(0, 300) }, 'device log about a pass')
    return reply.code(200).send()
  })
}

/** Wrong tokens are limited by address. */
const isHolder = async (work: Work, request: FastifyRequest, serial: string): Promise<boolean> => {
  const [, token] = /^ApplePass (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  if (token !== undefined && isPassToken(work, serial, token)) return true
  await limit(work, 'codes')
  return false
}

/** Null: the response is already sent. */
const holderOf = async (
  work: Work,
  request: FastifyRequest<Params<Named>>,
  reply: FastifyReply,
  isOurs: (type: string) => boolean,
) => {
  const { device, type, serial } = request.params
  const isNamed = isOurs(type) && isUuid(serial) && z.safeParse(Device, device).success
  const isKnown = isNamed && (await isHolder(work, request, serial))
  if (isKnown) return { bookingId: serial, device }
  await reply.code(isNamed ? 401 : 404).send()
  return null
}
