/** Named schemas of the contract as components: each is written once and referenced, with a separate form where input differs. */
import * as z from 'zod/mini'

export type Json = { [name: string]: unknown }
type Direction = 'input' | 'output'

export type Components = {
  /** A schema that references components by their names. */
  schemaOf(schema: z.ZodMiniType, direction: Direction): Json
  /** Its own fields, where it has a name too. */
  fieldsOf(schema: z.ZodMiniType, direction: Direction): Json
  /** All components that were referenced, directly or not. Read last, when every schema has been made. */
  used(): Json
}

export const componentsOf = (schemas: ReadonlyMap<string, z.ZodMiniType>): Components => {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of schemas) names.add(schema, { id })
  const forms = { input: new Map<string, Json>(), output: new Map<string, Json>() }
  for (const schema of schemas.values())
    for (const direction of ['input', 'output'] as const)
      for (const [id, form] of definitionsOf(convert(schema, direction, names)))
        forms[direction].set(id, form)
  const differing = differingNames(forms)
  const nameIn = (direction: Direction) => (id: string) =>
    direction === 'input' && differing.has(id) ? `${id}Input` : id

  const components: Json = {}
  const take = (id: string, direction: Direction) => {
    const name = nameIn(direction)(id)
    if (name in components) return
    const form = forms[direction].get(id)
    if (form === undefined) throw new Error(`no schema is called ${id}`)
    components[name] = referring(form, nameIn(direction))
    for (const next of referencesIn(form)) take(next, direction)
  }
  const written = (made: Json, direction: Direction) => {
    for (const id of referencesIn(made)) take(id, direction)
    return referring(made, nameIn(direction))
  }
  const madeOf = (schema: z.ZodMiniType, direction: Direction): Json => {
    const { $defs: _forms, ...made } = convert(schema, direction, names)
    return made
  }
  return {
    schemaOf: (schema, direction) => written(madeOf(schema, direction), direction),
    fieldsOf: (schema, direction) => {
      const made = madeOf(schema, direction)
      const [id] = typeof made['$ref'] === 'string' ? referencesIn(made) : []
      return written((id === undefined ? undefined : forms[direction].get(id)) ?? made, direction)
    },
    used: () =>
      Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))),
  }
}

const convert = (
  schema: z.ZodMiniType,
  io: Direction,
  metadata: z.core.$ZodRegistry<{ id: string }>,
): Json => {
  const { $schema: _version, ...made }: Json = {
    ...z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata,
      override: ({ jsonSchema }) => {
        // Whole numbers up to 2^53 need no bounds in the documentation.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        // A client must not refuse a field that is added later.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties
        delete jsonSchema.id
        // A tuple is closed by `maxItems`; some validators ask for `items` with every array.
        if (jsonSchema.prefixItems !== undefined && jsonSchema.maxItems !== undefined) jsonSchema.items = {}
      },
    }),
  }
  return made
}

const definitionsOf = ({ $defs }: Json): [string, Json][] =>
  isJson($defs) ? Object.entries($defs).filter(hasJson) : []

const hasJson = (entry: [string, unknown]): entry is [string, Json] => isJson(entry[1])
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const place = '#/$defs/'

const referencesIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  if (!isJson(node)) return []
  const own = typeof node['$ref'] === 'string' ? [node['$ref'].slice(place.length)] : []
  return [...own, ...Object.values(node).flatMap(referencesIn)]
}

const referring = (node: Json, nameOf: (id: string) => string): Json =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inside(name, value, nameOf)]))

const inside = (name: string, value: unknown, nameOf: (id: string) => string): unknown => {
  if (name === '$ref' && typeof value === 'string')
    return `#/components/schemas/${nameOf(value.slice(place.length))}`
  if (Array.isArray(value)) return value.map((one: unknown) => (isJson(one) ? referring(one, nameOf) : one))
  return isJson(value) ? referring(value, nameOf) : value
}

/** Names whose input schema differs from that of a reply, and those that reference one. */
const differingNames = ({
  input,
  output,
}: Record<Direction, ReadonlyMap<string, Json>>): ReadonlySet<string> => {
  const differing = new Set(
    [...input.keys()].filter((id) => JSON.stringify(input.get(id)) !== JSON.stringify(output.get(id))),
  )
  for (let before = -1; before < differing.size;) {
    before = differing.size
    for (const [id, form] of input)
      if (referencesIn(form).some((next) => differing.has(next))) differing.add(id)
  }
  return differing
}
