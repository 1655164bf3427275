/**
 * A family of re-encoded pictures (image.ts): where their files are stored, and the address under which a browser may cache each for
 * ever, since another picture has another id.
 */
import type { FastifyInstance } from 'fastify'
import { filesOf } from '#server/platform/files/files.ts'
import type { Format, Rendition } from '#server/platform/files/image.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { AppContext, Work } from '#server/platform/work.ts'

const allFormats: readonly Format[] = ['avif', 'webp', 'jpeg']
const types: Readonly<Record<Format, string>> = { avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg' }

/** `folder` names it in files and addresses alike. */
export const family = (folder: string, sizes: readonly number[], formats: readonly Format[] = allFormats) => {
  const keyOf = (id: string, size: number, format: Format) => `${folder}/${id}/${size}.${format}`
  return {
    sizes,
    formats,
    addressOf: (id: string, size: number) => `/${keyOf(id, size, 'webp')}`,

    keep: async ({ config }: Work, id: string, renditions: readonly Rendition[]) => {
      for (const { size, format, bytes } of renditions)
        await filesOf(config).put(keyOf(id, size, format), bytes, types[format])
    },

    /** Null if there is none. For restricted pictures, whose endpoints check the viewer. */
    read: ({ config }: Work, id: string, size: number, format: Format) =>
      filesOf(config).read(keyOf(id, size, format)),

    discard: async ({ config }: Work, id: string) => {
      for (const size of sizes)
        for (const format of formats) await filesOf(config).remove(keyOf(id, size, format))
    },

    /** `GET /<folder>/<id>/<size>.<format>` */
    mount: (app: FastifyInstance, context: AppContext) => {
      app.get<{ Params: { id: string; file: string } }>(`/${folder}/:id/:file`, async (request, reply) => {
        const [size, ending] = request.params.file.split('.')
        const format = formats.find((one) => one === ending)
        const known = sizes.find((one) => String(one) === size)
        if (!/^[0-9a-f-]{36}$/.test(request.params.id) || format === undefined || known === undefined)
          throw new Refusal('not_found')
        const bytes = await filesOf(context.config).read(keyOf(request.params.id, known, format))
        if (bytes === null) throw new Refusal('not_found')
        return reply
          .type(types[format])
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('x-content-type-options', 'nosniff')
          .send(Buffer.from(bytes))
      })
    },
  }
}
