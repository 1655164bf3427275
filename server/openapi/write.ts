/** Writes `dist/openapi.json`, as a part of the build (bin/bundle.mjs): the running server only sends it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readContract } from '#server/openapi/contract.ts'
import { openApi } from '#server/openapi/openapi.ts'

const file = join(import.meta.dirname, '../../dist/openapi.json')
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(openApi(await readContract())))
