/**
 * Photos that support a claim: re-encoded without location data, as every uploaded picture. Only the parties concerned may view them, so
 * their addresses check access, and no cache in between stores one.
 */
import { hourMs } from '#contract/platform/duration.ts'
import type { FastifyInstance } from 'fastify'
import { callerOfFile } from '#server/developer/file-caller.ts'
import { fittedOf } from '#server/platform/files/image.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { family } from '#server/platform/files/renditions.ts'
import { type AppContext, type Work, workFor } from '#server/platform/work.ts'

/** Shown in a list, and alone. */
const [small, large] = [320, 1600] as const
const minPixels = 64
/** How long a form may stay open before it is submitted. */
export const unusedProofMs = 24 * hourMs

export const proofFamily = (folder: string) => family(folder, [small, large])
type Family = ReturnType<typeof proofFamily>

/** Refuses what is no picture. Answers its dimensions. */
export const keepProof = async (work: Work, photos: Family, id: string, file: Uint8Array) => {
  const { width, height, renditions } = await fittedOf(file, {
    sizes: photos.sizes,
    formats: ['webp'],
    minPixels,
  })
  await photos.keep(work, id, renditions)
  return { width, height }
}

type Address = { Params: { id: string; photo: string; size: string }; Querystring: { t?: unknown } }
export type RequestedProof = { id: string; photo: string; t: string | undefined }

/** `GET <path>`, with `:id`, `:photo` and `:size` (small or large) in it; `requireMay` refuses a viewer without access. */
export const mountProofs = (
  app: FastifyInstance,
  context: AppContext,
  path: string,
  photos: Family,
  requireMay: (work: Work, requested: RequestedProof) => Promise<void>,
) => {
  app.get<Address>(path, async (request, reply) => {
    const { id, photo, size } = request.params
    const side = { small, large }[size]
    if (side === undefined || !isUuid(id) || !isUuid(photo)) throw new Refusal('not_found')
    const { t } = request.query
    const who = await callerOfFile(context, request, reply)
    if (who.mustSetSecondFactor) refuse('second_factor_missing')
    const work = workFor(context, who)
    await requireMay(work, { id, photo, t: typeof t === 'string' ? t.slice(0, 600) : undefined })
    const bytes = (await photos.read(work, photo, side, 'webp')) ?? refuse('not_found')
    return reply
      .type('image/webp')
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes))
  })
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
