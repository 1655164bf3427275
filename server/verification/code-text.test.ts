/** The browser fills in a code only where the message ends in the page's own domain (WebOTP). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeText } from '#server/verification/emails.ts'

test('a code’s last line names the domain that may read it, only over https', () => {
  const secure = codeText('https://kalli.example', '123456')
  assert.equal(secure.split('\n').at(-1), '@kalli.example #123456')
  const local = codeText('http://127.0.0.1:3000', '123456')
  assert.ok(local.includes('123456'))
  assert.ok(!local.includes('@'))
})
