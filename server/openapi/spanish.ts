import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Json } from '#server/openapi/components.ts'
import { parameterTexts } from '#server/openapi/parameters.ts'

const folder = join(import.meta.dirname, 'spanish')
const Texts = z.record(z.string(), z.string())
const readTexts = (file: string) => z.parse(Texts, JSON.parse(readFileSync(join(folder, file), 'utf8')))

const Document = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        parameters: z.optional(z.array(z.looseObject({ description: z.optional(z.string()) }))),
      }),
    ),
  ),
})

const about =
  'Los importes son centavos enteros de MXN, los instantes van en UTC y las horas de reloj dicen su zona IANA. Los rechazos traen un código estable y un mensaje para personas. Una llave o una aplicación los recibe como problem details, con sus límites en `RateLimit-Limit`, `RateLimit-Remaining` y `RateLimit-Reset`.'

/**
 * The same document with Spanish texts for the API, its nouns, operations and parameters; names and schemas stay. Throws for one without a
 * text in `spanish/`, and for an unused text.
 */
export const inSpanish = (document: Json): Json => {
  const {
    tags: nouns,
    parameters: named = {},
    ...operations
  } = Object.fromEntries(readdirSync(folder).map((file) => [file.replace('.json', ''), readTexts(file)]))
  const texts = new Map(Object.values(operations).flatMap((part) => Object.entries(part)))
  const taken = new Set<string>()
  const textOf = (id: string) => {
    const text = texts.get(id)
    if (text === undefined) throw new Error(`server/openapi/spanish: no text for ${id}`)
    taken.add(id)
    return text
  }
  const meanings = new Map(
    [...parameterTexts].map(([name, english]) => {
      const text = named[name]
      if (text === undefined) throw new Error(`server/openapi/spanish/parameters.json: no text for ${name}`)
      return [english, text] as const
    }),
  )
  const { info, tags, paths, ...rest } = z.parse(Document, document)
  const translated = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          {
            ...operation,
            summary: textOf(operation.operationId),
            ...(operation.parameters === undefined
              ? {}
              : {
                  parameters: operation.parameters.map(({ description = '', ...parameter }) => ({
                    ...parameter,
                    // A file's description of its own names stays as it is.
                    description: meanings.get(description) ?? description,
                  })),
                }),
          },
        ]),
      ),
    ]),
  )
  const left = [...texts.keys()].filter((id) => !taken.has(id))
  if (left.length > 0) throw new Error(`server/openapi/spanish: no such operation: ${left.join(', ')}`)
  return {
    ...rest,
    info: { ...info, description: about },
    tags: tags.map((tag) => {
      const text = nouns?.[tag.name]
      if (text === undefined) throw new Error(`server/openapi/spanish/tags.json: no text for ${tag.name}`)
      return { ...tag, description: text }
    }),
    paths: translated,
  }
}
