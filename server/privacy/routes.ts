import type { FastifyInstance, FastifyReply } from 'fastify'
import * as guest from '#contract/privacy/guest.ts'
import * as contract from '#contract/privacy/privacy.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { route, type Route, visitorCookie, visitorHash } from '#server/platform/http/http.ts'
import { cookieOf } from '#server/platform/http/origin.ts'
import { limit } from '#server/platform/http/limits.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, anonymous, workFor } from '#server/platform/work.ts'
import { ask, contentOf, copies, open } from '#server/privacy/copy.ts'
import { deletion, leave } from '#server/privacy/privacy.ts'
import { guestCopy, guestPrivacy, leaveAsGuest, openGuestCopy } from '#server/privacy/guest.ts'
import { readable } from '#server/privacy/readable.ts'

export const routes: readonly Route[] = [
  route(contract.deletion, deletion),
  route(contract.deleteAccount, (work, _input, answer) => leave(work, answer)),
  route(contract.dataCopies, copies),
  route(contract.askDataCopy, ask),
  route(contract.openDataCopy, (work, { params }) => open(work, params.id)),
  route(guest.guestPrivacy, guestPrivacy),
  route(guest.openGuestCopy, openGuestCopy),
  route(guest.deleteGuestData, (work, _input, answer) => leaveAsGuest(work, answer)),
]

/** The downloads: an attachment, as JSON for programs or as a page to read. */
export const mountDownload = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { id: string; file: string } }>(
    '/api/account/data-copies/:id/:file',
    async (request, reply) => {
      const who = await personOfFile(context, request, reply)
      const { id, file } = request.params
      if (!isFile(file) || !/^[0-9a-f-]{36}$/.test(id)) refuse('not_found')
      return sendCopy(reply, file, await contentOf(workFor(context, who), id))
    },
  )
  app.get<{ Params: { file: string } }>('/api/guest/data-copy/:file', async (request, reply) => {
    const { file } = request.params
    if (!isFile(file)) refuse('not_found')
    const cookie = cookieOf(request, visitorCookie)
    const who = {
      ...anonymous,
      address: request.ip,
      visitor: cookie === undefined ? null : visitorHash(cookie),
    }
    const work = workFor(context, who)
    await limit(work, 'email')
    return sendCopy(reply, file, await guestCopy(work))
  })
}

const isFile = (file: string) => file === 'kalli.json' || file === 'kalli.html'

const sendCopy = (reply: FastifyReply, file: string, json: string) => {
  const asPage = file === 'kalli.html'
  return reply
    .type(asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="mis-datos-de-${file}"`)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(asPage ? readable(json) : json)
}
