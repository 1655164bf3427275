/** A pass for the client of a visit, by the link of their email or their session: Apple's file, or a redirect to Google's page. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { isUuid } from '#contract/platform/shapes.ts'
import { identify } from '#server/account/session.ts'
import { sideOf } from '#server/booking/moves/party.ts'
import { isActive, walletAddresses } from '#server/booking/summary/calendar-copy.ts'
import { findShown, type Shown } from '#server/booking/summary/present.ts'
import { appleFile } from '#server/pass/apple-pass.ts'
import { changedAt } from '#server/pass/device.ts'
import { saveLink } from '#server/pass/google.ts'
import { passFrom } from '#server/pass/pass.ts'
import { limit } from '#server/platform/http/limits.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, type Work, workFor } from '#server/platform/work.ts'

/** Refuses not_found for everybody but its client. */
const ownVisit = async (work: Work, id: string, t: string | undefined): Promise<Shown> => {
  const shown = await findShown(work, id)
  const isTheirs =
    shown !== undefined &&
    shown.kind !== 'rent' &&
    shown.confirmed_at !== null &&
    sideOf(work, shown, { t, as: 'client' }) === 'client'
  return isTheirs ? shown : refuse('not_found')
}

/** None for a visit that ended early: its pass in a wallet is voided. */
export const addresses = async (work: Work, id: string, t: string | undefined) => {
  const shown = await ownVisit(work, id, t)
  return isActive(shown) ? walletAddresses(work, shown) : { apple: null, google: null }
}

const Query = z.object({ t: z.optional(z.string().check(z.maxLength(600))) })

export const mountPassFiles = (app: FastifyInstance, context: AppContext): void => {
  app.get<{ Params: { file: string } }>('/api/wallet-passes/:file', async (request, reply) => {
    const [, id, kind] = /^([0-9a-f-]{36})\.(pkpass|google)$/.exec(request.params.file) ?? []
    const given = z.safeParse(Query, request.query)
    if (id === undefined || !isUuid(id) || !given.success) return refuse('not_found')
    const work = workFor(context, await identify(context.database, request, context.clock()))
    await limit(work, 'slots')
    const visit = passFrom(work, await ownVisit(work, id, given.data.t)) ?? refuse('not_found')
    const { applePass, googleWallet } = context.config
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
    if (kind === 'google')
      return reply.redirect(saveLink(googleWallet ?? refuse('not_found'), visit, work.now))
    const file = await appleFile(work, applePass ?? refuse('not_found'), visit)
    return sendPass(reply, file, await changedAt(work, id))
  })
}

export const sendPass = (reply: FastifyReply, file: Buffer, at: Date) =>
  reply
    .type('application/vnd.apple.pkpass')
    .header('last-modified', at.toUTCString())
    .header('content-disposition', 'attachment; filename="cita-kalli.pkpass"')
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .send(file)
