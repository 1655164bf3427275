import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as rates from '#contract/payment/rates.ts'
import { publicReviews } from '#contract/review/public-review.ts'
import * as publicPage from '#contract/search/public-page.ts'
import * as pricing from '#contract/pricing/space-pricing.ts'
import * as feed from '#contract/storefront/feed.ts'
import * as contract from '#contract/storefront/storefront.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { type AppContext, ownWork } from '#server/platform/work.ts'
import { currentRates } from '#server/pricing/rates.ts'
import { llmsText, securityText } from '#server/storefront/about.ts'
import { attendance } from '#server/storefront/attendance.ts'
import { publicBusiness } from '#server/storefront/business.ts'
import { ofBusiness, ofPage, ofProfessional, ofSpace } from '#server/storefront/cards.ts'
import { publicProfessional } from '#server/storefront/professional.ts'
import { feeds, mountFeeds, switchFeeds } from '#server/storefront/feed.ts'
import { reviewsOf } from '#server/storefront/reviews.ts'
import { anyOrigin, openSitemapCache } from '#server/storefront/sitemap-cache.ts'
import { index, kinds, list, pages, robots } from '#server/storefront/sitemap.ts'
import { type Card, cardPicture, hashOf } from '#server/storefront/social.ts'
import { evaluate } from '#server/storefront/rent.ts'
import { publicSpace } from '#server/storefront/space.ts'
import { together } from '#server/storefront/together.ts'

export const routes: readonly Route[] = [
  route(publicPage.publicProfessional, publicProfessional),
  route(publicPage.publicSpace, publicSpace),
  route(contract.publicBusiness, publicBusiness),
  route(publicReviews, reviewsOf),
  route(contract.attendance, attendance),
  route(pricing.evaluateSpacePricing, evaluate),
  route(contract.together, together),
  route(feed.feeds, feeds),
  route(feed.switchFeeds, switchFeeds),
  route(rates.rates, (work) => currentRates(work)),
]

/** `robots.txt`, `llms.txt`, `security.txt`, the sitemaps, and the pictures beside shared links: none is JSON. */
export const mountStreet = (app: FastifyInstance, context: AppContext): void => {
  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', aDay)
      .send(robots(originOf(request))),
  )
  app.get('/llms.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', aDay)
      .send(llmsText(originOf(request))),
  )
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', aDay)
      .send(securityText(originOf(request), context.config.contactMail, context.clock())),
  )
  const cached = openSitemapCache(context)
  const send = (request: FastifyRequest, reply: FastifyReply, write: () => AsyncIterable<string>) =>
    reply
      .type(asXml)
      .header('cache-control', anHour)
      .send(Readable.from(cached(request.url.split('?')[0] ?? '', originOf(request), write)))
  app.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) =>
    send(request, reply, () => index(ownWork(context), anyOrigin)),
  )
  app.get<{ Params: { list: string } }>('/sitemap/:list', { schema: { hide: true } }, (request, reply) => {
    if (request.params.list === 'pages.xml')
      return reply
        .type(asXml)
        .header('cache-control', anHour)
        .send(pages(originOf(request)))
    const [, named, number] = /^(p|b|space)-(\d{1,8})\.xml$/.exec(request.params.list) ?? []
    const kind = kinds.find((one) => one === named)
    if (kind === undefined) throw new Refusal('not_found')
    return send(request, reply, () => list(ownWork(context), anyOrigin, kind, Number(number)))
  })
  mountSocial(app, context)
  mountFeeds(app, context)
}

const mountSocial = (app: FastifyInstance, context: AppContext) => {
  const folder = join(context.config.dataFolder, 'social')
  const read = async (path: string) => {
    const answer = await app.inject({ method: 'GET', url: path })
    const type = String(answer.headers['content-type'])
    return answer.statusCode === 200 && type.startsWith('image/') ? answer.rawPayload : null
  }
  app.get<{ Params: { '*': string } }>(
    '/social/page/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const card = ofPage(/^([a-z/-]{1,40})\.png$/.exec(request.params['*'])?.[1] ?? '')
      if (card === undefined) throw new Refusal('not_found')
      return reply
        .type('image/png')
        .header('cache-control', aDay)
        .send(await cardPicture(folder, card, read))
    },
  )
  type Params = { kind: string; file: string }
  app.get<{ Params: Params }>('/social/:kind/:file', { schema: { hide: true } }, async (request, reply) => {
    const { kind, file } = request.params
    const [, id, hash] = /^(\d{1,15})-([0-9a-f]{20})\.png$/.exec(file) ?? []
    if (id === undefined || hash === undefined) throw new Refusal('not_found')
    // Read again each time: a hidden profile has no picture either.
    const card = await cardOf(context, kind, id)
    const now = hashOf(card)
    // The page has changed since the link was shared: its current picture will do.
    if (now !== hash)
      return reply.header('cache-control', 'no-cache').redirect(`/social/${kind}/${id}-${now}.png`, 302)
    return reply
      .type('image/png')
      .header('cache-control', forEver)
      .send(await cardPicture(folder, card, read))
  })
}

const cardOf = async (context: AppContext, kind: string, id: string): Promise<Card> => {
  const work = ownWork(context)
  const requested = { params: { id }, query: {} }
  if (kind === 'p') {
    const one = publicPage.PublicProfessional.parse(await publicProfessional(work, requested))
    return ofProfessional(one)
  }
  if (kind === 'space') return ofSpace(publicPage.PublicSpace.parse(await publicSpace(work, requested)))
  if (kind !== 'b') throw new Refusal('not_found')
  const one = contract.PublicBusiness.parse(await publicBusiness(work, requested))
  return ofBusiness({ ...one, team: one.team.length, spaces: one.spaces.length })
}

const asXml = 'application/xml; charset=utf-8'
const anHour = 'public, max-age=3600'
const aDay = 'public, max-age=86400'
const forEver = 'public, max-age=31536000, immutable'
