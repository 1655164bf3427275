/** What a salon's own system might do: `KALLI_URL=… KALLI_KEY=… node example.ts` prints who calls and, with a new one, the services. */
import { createKalliClient, idempotent } from './client.ts'

const { KALLI_URL: url = 'http://localhost:3000', KALLI_KEY: token = '' } = process.env
const kalli = createKalliClient({ url, token })

const { data: caller, error } = await kalli.GET('/api/developer/caller')
if (error) throw new Error(error.message)
console.log(`${caller.name}: ${caller.scopes.join(' ')}`)

const added = await kalli.POST('/api/professional/services', {
  headers: idempotent(),
  body: { name: 'Peinado', category: 'hair', durationMinutes: 45, priceCents: 450_00 },
})
if (added.error) throw new Error(`${added.error.code}: ${added.error.message}`)

const { data: services = [] } = await kalli.GET('/api/professional/services')
for (const { name, priceCents } of services) console.log(`${name}: $${priceCents / 100}`)

const missing = await kalli.GET('/api/bookings/{id}', {
  params: { path: { id: '00000000-0000-4000-8000-000000000000' } },
})
console.log(missing.error?.code)

// @ts-expect-error -- what the document does not have is no path
await kalli.GET('/api/professional/nothing')
