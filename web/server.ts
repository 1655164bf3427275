import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { visits } from '#web/visit.ts'
import type { Visit } from '#web/visit.ts'

const render = createStartHandler(defaultStreamHandler)

/** What server/pages.ts mounts: a page for a request, rendered on behalf of one visitor. */
export default {
  fetch: (request: Request, visit: Visit): Promise<Response> | Response =>
    visits.run(visit, () => render(request, { context: { nonce: visit.nonce } })),
}
