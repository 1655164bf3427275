/** The whole contract, read from its files: every endpoint and every named schema, each by its exported name. */
import { glob } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/platform/endpoint.ts'

export type Contract = {
  /** By their operation ids. */
  endpoints: ReadonlyMap<string, Endpoint>
  /** By their component names. */
  schemas: ReadonlyMap<string, z.ZodMiniType>
}

const folder = join(import.meta.dirname, '../../contract')

/** Throws where two endpoints have one name. */
export const readContract = async (): Promise<Contract> => {
  const endpoints = new Map<string, Endpoint>()
  const found = new Map<string, { schema: z.ZodMiniType; file: string }[]>()
  const known = new Set<unknown>()
  for (const file of await filesOf(folder)) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(folder, file)).href)
    for (const [name, value] of Object.entries(exported)) {
      if (known.has(value)) continue
      known.add(value)
      if (isEndpoint(value)) {
        if (endpoints.has(name)) throw new Error(`two endpoints are called ${name}`)
        endpoints.set(name, value)
      } else if (isSchema(value)) found.set(name, [...(found.get(name) ?? []), { schema: value, file }])
    }
  }
  return { endpoints, schemas: new Map([...found].flatMap(([name, same]) => named(name, same))) }
}

const filesOf = async (from: string) => {
  const files: string[] = []
  for await (const file of glob('**/*.ts', { cwd: from })) if (!file.endsWith('.test.ts')) files.push(file)
  return files.toSorted()
}

/** Two of one name differ by their files: `DemandChannel`, `VerificationChannel`. */
const named = (name: string, same: readonly { schema: z.ZodMiniType; file: string }[]) =>
  same.map(({ schema, file }) => {
    const noun = pascal(basename(file, '.ts'))
    return [same.length === 1 || noun === name ? name : `${noun}${name}`, schema] as const
  })

const pascal = (text: string) =>
  text
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.core.$ZodType

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
