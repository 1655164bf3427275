import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { paintFirst } from '#web/first-paint.ts'
import { visits } from '#web/visit.ts'
import type { Visit } from '#web/visit.ts'

const render = createStartHandler(defaultStreamHandler)

/** What server/pages.ts mounts: a page for a request, rendered on behalf of one visitor. */
export default {
  fetch: async (request: Request, visit: Visit): Promise<Response> => {
    const response = await visits.run(visit, () => render(request, { context: { nonce: visit.nonce } }))
    if (!import.meta.env.PROD || !response.headers.get('content-type')?.startsWith('text/html'))
      return response
    return new Response(paintFirst(await response.text(), visit.nonce), response)
  },
}
