// Writes schema.d.ts from the OpenAPI document of the build, or from the address given: `node generate.mjs https://…/api/openapi.json`.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const built = join(import.meta.dirname, '../../dist/openapi.json')

/** The types of an OpenAPI document, as text; what has a default may be left out. Throws where the document breaks its own rules. */
export const typesOf = async (source) =>
  astToString(await openapiTS(source, { alphabetize: true, defaultNonNullable: false }))

if (import.meta.main) {
  const [given] = process.argv.slice(2)
  if (given === undefined && !existsSync(built))
    throw new Error('Build first (npm start), or give the address of a Kalli')
  const source = given === undefined ? pathToFileURL(built) : new URL(given)
  writeFileSync(join(import.meta.dirname, 'schema.d.ts'), await typesOf(source))
}
