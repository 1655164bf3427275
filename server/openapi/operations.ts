import type { Access, Endpoint } from '#contract/platform/endpoint.ts'
import { scopeOf } from '#contract/platform/scope.ts'
import type { Components, Json } from '#server/openapi/components.ts'
import { bodyExamples, examples } from '#server/openapi/examples.ts'
import type { Errors } from '#server/openapi/errors.ts'
import { parameterTexts } from '#server/openapi/parameters.ts'

export const accessTexts: Readonly<Record<Access, string>> = {
  anyone: 'Without signing in.',
  account: 'Signed in.',
  client: 'Signed in, acting as a client.',
  professional: 'Signed in, acting as a professional.',
  host: 'Signed in, acting as a host.',
  admin: 'Signed in as an administrator, with a second factor.',
}

export const tagOf = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/')[2] ?? ''

/** OpenAPI's notation of a path. */
export const pathOf = ({ path }: Pick<Endpoint, 'path'>): string => path.replace(/:(\w+)/g, '{$1}')

export const operationOf = (
  operationId: string,
  endpoint: Endpoint,
  components: Components,
  errors: Errors,
): Json => {
  const parameters = [
    ...parametersIn('path', endpoint.params, operationId, components),
    ...parametersIn('query', endpoint.query, operationId, components),
    ...(endpoint.idempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(scopeOf(endpoint) === null ? [] : [{ $ref: '#/components/parameters/KalliVersion' }]),
  ]
  const body = bodyOf(operationId, endpoint, components)
  return {
    operationId,
    summary: endpoint.summary,
    description: `${accessTexts[endpoint.access]} ${scopeText(endpoint)}`,
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: endpoint.status === 201 ? 'Made.' : endpoint.status === 202 ? 'Accepted.' : 'Done.',
        ...(isPaged(parameters) ? { headers: { Link: { $ref: '#/components/headers/Link' } } } : {}),
        content: { 'application/json': { schema: components.schemaOf(endpoint.reply, 'output') } },
      },
      ...errors.of(endpoint),
    },
  }
}

export const scopeText = (endpoint: Scoped): string => {
  const scope = scopeOf(endpoint)
  if (scope === null) return 'Only in a browser: no key or app may call it.'
  return scope === 'any' ? 'Any key or app may call it.' : `Scope of keys and apps: \`${scope}\`.`
}

type Scoped = Pick<Endpoint, 'method' | 'path' | 'access'>

/** Some calls answer a visitor and return more to a signed-in user. */
export const securityOf = (endpoint: Scoped): Json[] => {
  const scope = scopeOf(endpoint)
  const needed = scope === 'any' || scope === null ? [] : [scope]
  return [
    ...(endpoint.access === 'anyone' ? [{}] : []),
    { session: [] },
    ...(scope === null ? [] : [{ key: needed }, { app: needed }]),
  ]
}

const isPaged = (parameters: readonly Json[]) => parameters.some(({ name }) => name === 'cursor')

/** Throws for a parameter without a description. */
const parametersIn = (
  where: 'path' | 'query',
  schema: Endpoint['query'],
  operationId: string,
  components: Components,
): Json[] => {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = components.fieldsOf(schema, 'input')
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required))
    throw new Error(`${operationId}: its ${where} is no object`)
  const names: unknown[] = required
  return Object.entries(properties).map(([name, form]) => {
    const description = parameterTexts.get(`${operationId}.${name}`) ?? parameterTexts.get(name)
    if (description === undefined) throw new Error(`${operationId}: what is ${name}? (parameters.ts)`)
    return {
      name,
      in: where,
      description,
      required: where === 'path' || names.includes(name),
      schema: form,
      ...exampleOf(operationId, name),
    }
  })
}

const exampleOf = (operationId: string, name: string) => {
  const example = examples.get(operationId)?.[name]
  return example === undefined ? {} : { example }
}

const bodyOf = (
  operationId: string,
  { body, upload }: Endpoint,
  components: Components,
): Json | undefined => {
  const schema = body === undefined ? undefined : components.schemaOf(body, 'input')
  const example = bodyExamples.get(operationId)
  const content = { schema, ...(example === undefined ? {} : { example }) }
  if (upload === undefined) return schema && { required: true, content: { 'application/json': content } }
  const file = {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: `Up to ${upload.maxBytes / 1024 / 1024} MB.`,
      },
    },
  }
  return {
    required: true,
    content: { 'multipart/form-data': { schema: schema === undefined ? file : { allOf: [file, schema] } } },
  }
}
