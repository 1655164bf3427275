/** A toast disappears after five seconds: a form's error must also be shown in the form (docs/web/forms.md). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createElement } from 'react'
import { draw } from '#web/testing/drawn.ts'

const web = join(import.meta.dirname, '..')

const sources = new Map(
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(web, file), 'utf8')]),
)
const matching = (pattern: RegExp) => (file: string) => pattern.test(sources.get(file) ?? '')

const hasFormIn = matching(/<Form\b|<form\b|onSubmit/)
/** A hook (.ts) renders nothing: its form is in the component that uses it. */
const hasForm = (file: string) => file.endsWith('.tsx') && hasFormIn(file)
const hasDialog = matching(/<Dialog\b/)
const toasts = matching(/\btoastError\(/)
const showsErrors = matching(/<FormError|<GroupError|<SaveBar|\berror=|role="alert"/)

const importsOf = (file: string) =>
  [...(sources.get(file) ?? '').matchAll(/'#web\/([^']+)'/g)].flatMap(([, name = '']) => name)

/** A form's files: its own, its hooks and components, recursively. A component with its own form is checked by itself. */
const partsOf = (form: string) => {
  const own = importsOf(form).filter((file) => !hasForm(file))
  return [form, ...own, ...own.flatMap(importsOf).filter((file) => !hasForm(file))]
}

test('no form shows an error only in a toast, in whichever part the request is', () => {
  const forms = [...sources.keys()].filter(hasForm)
  assert.ok(forms.length > 50)
  assert.deepEqual(
    forms.filter(
      (form) => !showsErrors(form) && partsOf(form).some((part) => toasts(part) && !showsErrors(part)),
    ),
    [],
  )
})

test('no dialog whose file makes a request shows its error only in a toast', () => {
  assert.deepEqual(
    [...sources.keys()].filter((file) => hasDialog(file) && toasts(file) && !showsErrors(file)),
    [],
  )
})

test('a field’s error is tied to its control and is no alert of its own', async () => {
  const { Field } = await import('#web/ui/form/field.tsx')
  const { Input } = await import('#web/ui/form/input.tsx')
  const email = { label: 'Correo', children: (control: object) => createElement(Input, control) }
  const wrong = await draw(createElement(Field, { ...email, error: 'Revísalo.' }))
  assert.match(wrong.html, /aria-invalid="true"/)
  const [, described] = /aria-describedby="([^"]+)"/.exec(wrong.html) ?? []
  assert.ok(described !== undefined && wrong.html.includes(`<p id="${described}"`))
  assert.doesNotMatch(wrong.html, /role="alert"|aria-live/)
  const right = await draw(createElement(Field, email))
  assert.doesNotMatch(right.html, /aria-invalid="/)
})
