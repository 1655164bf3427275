/**
 * A piece of the web drawn as the server draws it, in this process: its words, links and buttons are read from the markup. Node
 * takes types away but knows no JSX, so a test brings the piece by `await import(…)`, after this file.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { transformSync } from 'rolldown/utils'
import { readSearch, writeSearch } from '#web/plain-search.ts'

registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.tsx')) return next(url, context)
    const file = fileURLToPath(url)
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      lang: 'tsx',
      jsx: { runtime: 'automatic' },
    })
    assert.deepEqual(errors, [])
    return { format: 'module', source: code, shortCircuit: true }
  },
})

/** Whole, with what comes later: what is requested has to be in `queries`, since there is no server here. */
export const draw = async (piece: ReactElement, queries = readings()) => {
  const rootRoute = createRootRoute({
    component: () => createElement(QueryClientProvider, { client: queries }, piece),
  })
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory(),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  })
  await router.load()
  const { prelude } = await prerenderToNodeStream(createElement(RouterProvider, { router }))
  return readDrawn(await text(prelude))
}

/** A store whose every reading has been put into it. */
export const readings = () =>
  new QueryClient({
    defaultOptions: {
      queries: { queryFn: ({ queryKey }) => assert.fail(`nobody reads ${JSON.stringify(queryKey)}`) },
    },
  })

const readDrawn = (html: string) => {
  // React sets a comment between two texts.
  const whole = html.replaceAll(/<!--.*?-->/g, '').replace(/^.*?<\/head>/s, '')
  return {
    html: whole,
    text: wordsOf(whole),
    links: [...whole.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
      ([, href = '', inner = '']) => ({
        name: wordsOf(inner),
        href: unescaped(href),
      }),
    ),
    buttons: [...whole.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inner = '']) => wordsOf(inner)),
  }
}

const wordsOf = (html: string) =>
  unescaped(html.replaceAll(/<(svg|style|script)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** Presses what a piece without a state of its own (it is called here) has drawn under this name. */
export const press = (drawn: ReactNode, name: string) => {
  const found = elementsOf(drawn).find(({ props }) => 'onClick' in props && namedBy(props.children) === name)
  assert.ok(typeof found?.props.onClick === 'function', `no button "${name}"`)
  found.props.onClick()
}

type Drawn = ReactElement<{ children?: ReactNode; onClick?: unknown }>

const elementsOf = (node: ReactNode): Drawn[] =>
  Array.isArray(node)
    ? node.flatMap(elementsOf)
    : isValidElement<Drawn['props']>(node)
      ? [node, ...elementsOf(node.props.children)]
      : []

const namedBy = (children: ReactNode) =>
  [children]
    .flat()
    .filter((part) => typeof part === 'string')
    .join('')
