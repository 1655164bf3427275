/** File uploads: one a request, never longer than its endpoint allows, in memory because they are small. */
import { minuteMs } from '#contract/platform/duration.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#server/platform/refuse.ts'

/** Multipart forms are parsed only where an endpoint takes a file; everywhere else the API accepts JSON alone. */
export const receiveUploads = (app: FastifyInstance, mount: (room: FastifyInstance) => void) =>
  app.register(async (room) => {
    await room.register(multipart)
    mount(room)
  })

/** A phone on a poor connection needs half a minute for 8 MB; a slower one holds a place that others wait for. */
const patienceMs = minuteMs

export const readUpload = async (
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ file: Uint8Array; fields: Record<string, string> }> => {
  if (!request.isMultipart()) return refuse('file_missing')
  const late = setTimeout(() => request.raw.destroy(), patienceMs)
  try {
    return await readParts(request, maxBytes)
  } catch (error) {
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') refuse('file_too_large')
    // Broken forms, a second file, endless fields.
    if (/^FST_|^ERR_|^ECONN/.test(codeOf(error)) || isTorn(error)) refuse('invalid_input')
    throw error
  } finally {
    clearTimeout(late)
  }
}

const readParts = async (request: FastifyRequest, maxBytes: number) => {
  const limits = { fileSize: maxBytes, files: 1, fields: 12, fieldSize: 200, fieldNameSize: 60, parts: 13 }
  const fields: Record<string, string> = {}
  let file: Uint8Array | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = await part.toBuffer()
    else if (typeof part.value === 'string' && !part.valueTruncated) fields[part.fieldname] = part.value
  }
  if (file === undefined || file.length === 0) return refuse('file_missing')
  return { file, fields }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** busboy throws plain errors for truncated forms. */
const isTorn = (error: unknown) =>
  error instanceof Error && /unexpected end|malformed|boundary|aborted/i.test(error.message)
