import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createLucideIcon, type LucideIconData } from 'lucide-react'
import drawnIcon from '#web/ui/drawn-icon.ts'

const drawings: readonly LucideIconData[] = [
  { name: 'x', size: 24, node: [['path', { d: 'M18 6 6 18' }]] },
  {
    name: 'circle-exclamation-point',
    aliases: ['alert-circle', 'circle-alert'],
    size: 24,
    node: [
      ['circle', { cx: '12', cy: '12', r: '10' }],
      ['line', { x1: '12', x2: '12', y1: '8', y2: '12' }],
    ],
  },
]

/** The element with its attributes sorted by name, as their order does not matter. */
const markup = (icon: FunctionComponent<object>, props: object) =>
  renderToStaticMarkup(createElement(icon, props)).replaceAll(
    /<(\w+) ([^>]*?)(\/?)>/g,
    (_, tag, attributes, end) =>
      `<${tag} ${[...String(attributes).matchAll(/[\w-]+="[^"]*"/g)]
        .map(([one]) => one)
        .toSorted()
        .join(' ')}${end}>`,
  )

const looks = [
  {},
  { 'aria-hidden': true, className: 'size-5 text-barro' },
  { 'aria-label': 'Cerrar' },
  { role: 'img', className: '  shrink-0  shrink-0 ' },
  { size: 32, strokeWidth: 1.5 },
]

test('an icon rendered in the browser equals the server’s', () => {
  for (const drawing of drawings)
    for (const look of looks)
      assert.equal(
        markup(drawnIcon(drawing), look),
        markup(createLucideIcon(drawing), look),
        `${drawing.name} ${JSON.stringify(look)}`,
      )
})
