import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { draw } from '#web/testing/drawn.ts'

const { About } = await import('#web/parts/professional/about.tsx')

const bare = {
  bio: '',
  credentials: [],
  experience: 0,
  languages: [],
  places: [],
  specialties: [],
  user: {
    firstName: 'Renata',
    lastName: 'Campos',
    profileImageUrl: null,
    perfilseguroVerified: false,
    perfilseguroVerificationLevel: 0,
    perfilSeguroBiometricVerified: false,
  },
}

test('years of experience are shown without a description too, and an empty section has no heading', async () => {
  const experienced = await draw(createElement(About, { of: { ...bare, experience: 9 } }))
  assert.match(experienced.text, /Sobre Renata/)
  assert.match(experienced.text, /9 años de experiencia, dicho por Renata/)
  assert.doesNotMatch((await draw(createElement(About, { of: bare }))).text, /Sobre Renata/)
})
