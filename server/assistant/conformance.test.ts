/** The protocol's own suite against /mcp. Scenarios that call tools of its sample server do not apply here. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startTestServer } from '#server/testing/test-server.ts'

const suite = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
/** Required of a server with tools alone, whatever its tools are. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'] as const

test('the MCP endpoint conforms to the protocol', async () => {
  const kalli = await startTestServer({ config: { logLevel: 'silent' } })
  const folder = await mkdtemp(join(tmpdir(), 'kalli-conformance-'))
  try {
    for (const scenario of scenarios) {
      const call = promisify(execFile)(
        process.execPath,
        [suite, 'server', '--url', `${kalli.url}/mcp`, '--scenario', scenario, '--output-dir', folder],
        { timeout: 60_000 },
      )
      const { stdout } = await call.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
      assert.match(stdout, /0 failed/, `${scenario}: ${stdout}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await kalli.close()
  }
})
