/** A toast is gone after five seconds: an error of a form stays at the form too (docs/web/forms.md). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createElement } from 'react'
import { draw } from '#web/testing/drawn.ts'

const web = join(import.meta.dirname, '..')

/** Actions without a form, and hooks whose callers show the error. */
const withoutForm = [
  'parts/conversation/use-reading.ts',
  'parts/favourite/alert-button.tsx',
  'parts/favourite/grant-wish.tsx',
  'parts/favourite/own-heart.tsx',
  'parts/favourite/saved-list.tsx',
  'parts/booking/voucher/voucher.tsx',
  'parts/hiring/vacancy/feed.tsx',
  'parts/hiring/sent-list.tsx',
  'parts/hiring/use-move.ts',
  'parts/notification/reading.ts',
  'parts/search/result-tools.tsx',
  'parts/service/use-own-services.ts',
  'parts/service/use-service-form.ts',
  'parts/settings/card-settings.tsx',
  'parts/settings/use-profile-form.ts',
  'parts/space/use-photo-board.ts',
  'parts/team/use-team.ts',
  'router.tsx',
  'shell/showcase.tsx',
  'shell/user-menu.tsx',
  'ui/copy.ts',
  'ui/page/share-button.tsx',
  'ui/toast.ts',
]

test('no form shows an error in a toast only', () => {
  const toastOnly = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => {
      const source = readFileSync(join(web, file), 'utf8')
      return source.includes('toastError(') && !/<FormError|<GroupError|\berror=/.test(source)
    })
  assert.deepEqual(
    toastOnly.filter((file) => !withoutForm.includes(file)),
    [],
  )
})

test('the error of a field is tied to its control and is no alert of its own', async () => {
  const { Field, Input } = await import('#web/ui/form/field.tsx')
  const email = { label: 'Correo', children: (control: object) => createElement(Input, control) }
  const wrong = await draw(createElement(Field, { ...email, error: 'Revísalo.' }))
  assert.match(wrong.html, /aria-invalid="true"/)
  const [, described] = /aria-describedby="([^"]+)"/.exec(wrong.html) ?? []
  assert.ok(described !== undefined && wrong.html.includes(`<p id="${described}"`))
  assert.doesNotMatch(wrong.html, /role="alert"|aria-live/)
  const right = await draw(createElement(Field, email))
  assert.doesNotMatch(right.html, /aria-invalid="/)
})
