/** Contrast of checked, focused and hovered controls in both themes: WCAG 1.4.11 requires 3 to 1. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL('./kalli.css', import.meta.url), 'utf8')
type Theme = 'light' | 'dark'

const colour = (name: string, theme: Theme): string => {
  const both = new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)
  const one = new RegExp(`--color-${name}: (#\\w+);`).exec(css)
  const found = both?.[theme === 'light' ? 1 : 2] ?? one?.[1]
  assert.ok(found, `no colour ${name}`)
  return found
}

const luminance = (hex: string): number => {
  const full = hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The stroke colour of the checkbox's tick, by theme. */
const tick = (theme: Theme) => {
  const strokes = [
    ...css.matchAll(/\.checkbox-mark:checked \{\s*background-image: url\("[^"]*stroke='(%23\w+|white)'/g),
  ]
  const found = strokes[theme === 'light' ? 0 : 1]?.[1]
  assert.ok(found, `no tick for ${theme}`)
  return found === 'white' ? '#ffffff' : found.replace('%23', '#')
}

for (const theme of ['light', 'dark'] as const)
  test(`a tick, the focus on the dark band and a menu’s highlight are distinguishable, ${theme}`, () => {
    const band = /\.bg-noche :focus-visible[^{]*\{\s*outline-color: var\(--color-([\w-]+)\)/.exec(css)?.[1]
    assert.ok(band, 'the dark band has a ring of its own')
    for (const [what, one, other] of [
      ['tick', tick(theme), colour('jacaranda', theme)],
      ['box', colour('jacaranda', theme), colour('surface', theme)],
      ['ring on the dark band', colour(band, theme), colour('noche', theme)],
      ['ring on the page', colour('jacaranda', theme), colour('plaster', theme)],
      ['highlight in a menu', colour('jacaranda', theme), colour('raised', theme)],
    ] as const)
      assert.ok(contrast(one, other) >= 3, `${what}: ${contrast(one, other).toFixed(2)}`)
  })

for (const theme of ['light', 'dark'] as const)
  test(`text on each calendar colour is readable, and its edge is visible, ${theme}`, () => {
    for (const tone of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const [edge, ground] = [colour(`tone-${tone}`, theme), colour(`tone-${tone}-soft`, theme)]
      const text = contrast(colour('ink', theme), ground)
      assert.ok(text >= 7, `text on tone ${tone}: ${text.toFixed(2)}`)
      for (const under of [ground, colour('surface', theme), colour('sunk', theme)]) {
        const seen = contrast(edge, under)
        assert.ok(seen >= 3, `edge of tone ${tone} on ${under}: ${seen.toFixed(2)}`)
      }
    }
  })
