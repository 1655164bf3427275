import type { Call, Endpoint, Reply } from '#contract/platform/endpoint.ts'
import { messageOf, offlineMessage } from '#contract/platform/refusals.ts'
import { address, ApiError } from '#web/api.ts'

type Uploading<E extends Endpoint> = Call<E> & { file: Blob; body?: object }

/** Sends a file and reports its progress, from 0 to 1: `fetch` cannot. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  input: Uploading<E>,
  onProgress: (share: number) => void,
): Promise<Reply<E>> =>
  new Promise((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(input.body ?? {}))
      if (value !== undefined) form.set(name, String(value))
    form.set('file', input.file)
    const request = new XMLHttpRequest()
    request.open(endpoint.method, address(endpoint, input))
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (request.status < 300) return resolve(body)
      const { status, statusText } = request
      const code = typeof body?.code === 'string' ? body.code : 'unknown'
      return reject(new ApiError(status, code, messageOf({ status, statusText, body }), body?.details))
    })
    request.addEventListener('error', () => reject(new ApiError(0, 'offline', offlineMessage)))
    request.addEventListener('abort', () => reject(new ApiError(0, 'offline', offlineMessage)))
    request.send(form)
  })

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
