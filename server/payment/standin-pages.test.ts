/** The stand-in's pages: a visitor trying Kalli out changes all charges there; in production they do not exist. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#server/testing/test-server.ts'

const pages = [
  ['GET', '/dev/mail'],
  ['GET', '/dev/mail/1'],
  ['GET', '/dev/banco/contracargos'],
  ['POST', '/dev/banco/contracargos'],
  ['POST', '/dev/banco/contracargos/dp_1/ganar'],
  ['POST', '/dev/banco/contracargos/dp_1/perder'],
  ['GET', '/dev/identidad/vs_1'],
  ['POST', '/dev/identidad/vs_1/aprobar'],
] as const

test('in production no page under /dev exists, with or without the keys of a processor', async () => {
  const stripe = {
    key: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    accountsWebhookSecret: null,
    url: 'http://127.0.0.1:9',
  }
  for (const [config, exists] of [
    [{ production: false }, true],
    [{ production: true }, false],
    [{ production: true, stripe }, false],
  ] as const) {
    const kalli = await startTestServer({ config: { ...config, logLevel: 'silent' } })
    try {
      for (const [method, path] of pages) {
        const answer = await kalli.visitor().fetch(method, path)
        const said = await answer.text()
        if (!exists) assert.equal(answer.status, 404, path)
        // A page of a stand-in answers an unknown address with a 404 page; without a stand-in, the API does.
        if (!exists) assert.doesNotMatch(said, /<!doctype html>[^]*(prueba|Verifica|correos)/i, path)
      }
      const shown = await kalli.visitor().fetch('GET', '/dev/banco/contracargos')
      assert.equal(shown.status, exists ? 200 : 404)
    } finally {
      await kalli.close()
    }
  }
})
