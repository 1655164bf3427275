// Serves the drawn pictures. They depend on their address alone, so browsers may cache them for ever.
import type { FastifyInstance } from 'fastify'
import { picture } from '#server/pictures/pictures.ts'
import { Refusal } from '#server/platform/refuse.ts'

/** `GET /pictures/…`: an SVG, or not found. The addresses are described at `picture`. */
export function mountPictures(app: FastifyInstance): void {
  app.get('/pictures/*', (request, reply) => {
    const [address = ''] = request.url.slice('/pictures/'.length).split('?')
    const svg = picture(address)
    if (svg === undefined) throw new Refusal('not_found')
    return (
      reply
        .type('image/svg+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Opened on its own a picture may load and run nothing.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(svg)
    )
  })
}
