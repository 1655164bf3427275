/** Writes `dist/openapi.json` and the same in Spanish, as a part of the build (bin/build.mjs): the running server only sends them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '#server/openapi/contract.ts'
import { openApi } from '#server/openapi/openapi.ts'
import { inSpanish } from '#server/openapi/spanish.ts'

const folder = join(import.meta.dirname, '../../dist')
mkdirSync(folder, { recursive: true })
const document = openApi(await readContract())
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
writeFileSync(join(folder, 'openapi.es.json'), JSON.stringify(inSpanish(document)))
