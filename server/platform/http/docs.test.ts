import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { mountDocs } from '#server/platform/http/docs.ts'

test('the API documentation page runs only its own scripts and cannot be framed', async () => {
  const app = Fastify()
  await mountDocs(app)
  try {
    for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css']) {
      const answer = await app.inject(url)
      const policy = String(answer.headers['content-security-policy'])
      assert.ok(answer.statusCode < 400, url)
      assert.match(policy, /default-src 'none'; script-src 'self';/, url)
      assert.match(policy, /frame-ancestors 'none'/, url)
    }
  } finally {
    await app.close()
  }
})
