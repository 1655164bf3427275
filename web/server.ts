import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { noteEarly } from '#web/pre-hydration.ts'
import { paintFirst } from '#web/first-paint.ts'
import { visits } from '#web/visit.ts'
import type { Visit } from '#web/visit.ts'

const render = createStartHandler(defaultStreamHandler)

/** What server/pages.ts mounts: a page for a request, rendered on behalf of one visitor. */
export default {
  fetch: async (request: Request, visit: Visit): Promise<Response> => {
    const response = await visits.run(visit, () => render(request, { context: { nonce: visit.nonce } }))
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    const html = noteEarly(await response.text(), visit.nonce)
    return new Response(import.meta.env.PROD ? paintFirst(html, visit.nonce) : html, response)
  },
}
