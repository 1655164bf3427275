// What this browser does for Kalli while no page is open or no line is there: it shows what it is told, opens today's agenda of the
// professional who is signed in, and sends what was registered without a line. All other pages load as without it.
// docs/decisions/channels.md and offline.md.

const agenda = 'kalli-agenda'
const queue = 'kalli-queue'
/** Longer than this no one waits at a door. */
const patienceMs = 8_000

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// Told.

const tell = (receipt, how) =>
  fetch('/api/messages/acknowledge', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receipt, how }),
  }).catch(() => undefined)

self.addEventListener('push', (event) => {
  const { title, body, path, tag, receipt } = event.data.json()
  event.waitUntil(
    // The tag: the same again takes the place of the first.
    self.registration
      .showNotification(title, {
        body,
        tag,
        icon: '/icon.svg',
        badge: '/icon.svg',
        lang: 'es-MX',
        data: { path, receipt },
      })
      .then(() => tell(receipt, 'shown')),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path, receipt } = event.notification.data
  // A path of our own, whatever was sent.
  const url = new URL(path, self.location.origin)
  const address = url.origin === self.location.origin ? url.href : self.location.origin
  event.waitUntil(Promise.all([self.clients.openWindow(address), tell(receipt, 'opened')]))
})

// Today's agenda: web/parts/offline/saved-agenda.ts keeps it, here it is only read and forgotten.

const pages = { '/professional-appointments': '', '/professional-calendar-advanced': '?view=day' }
const readings = ['/api/auth/user', '/api/professional/day', '/api/calendar']

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  // Someone signs in or out: what was kept is of who was here before.
  if (url.pathname.startsWith('/api/auth/') && url.pathname !== '/api/auth/user')
    event.waitUntil(caches.delete(agenda))
  else if (request.method !== 'GET') return
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptFirst(request))
  else if (
    request.mode === 'navigate'
      ? url.pathname === '/' || url.pathname in pages
      : readings.includes(url.pathname)
  )
    event.respondWith(lineFirst(request, url))
})

/** The name of a file changes with its content. */
const keptFirst = async (request) => (await found(request)) ?? fetch(request)

const lineFirst = async (request, url) => {
  const isPage = request.mode === 'navigate'
  try {
    // Who has no agenda here to be led to waits for the first page as for any other.
    const waits = url.pathname === '/' && !(await isOfToday())
    const answer = await (waits ? fetch(request) : soon(fetch(request)))
    // The session is over.
    if (answer.status === 401 || (isPage && url.pathname !== '/' && answer.type === 'opaqueredirect'))
      await caches.delete(agenda)
    return answer
  } catch {
    if (!(await isOfToday())) return isPage ? nothingKept() : Response.error()
    if (!isPage) return (await found(url.pathname + url.search)) ?? Response.error()
    const path = url.pathname === '/' ? '/professional-appointments' : url.pathname
    const address = path + pages[path]
    if (url.pathname + url.search !== address) return Response.redirect(address)
    return (await found(address)) ?? nothingKept()
  }
}

const soon = (answer) =>
  Promise.race([
    answer,
    new Promise((_, reject) => setTimeout(() => reject(new Error('no line')), patienceMs)),
  ])

const found = (key) => caches.match(key, { cacheName: agenda, ignoreVary: true })

/** By the clock of where the professional works; yesterday's agenda is no one's today. */
const isOfToday = async () => {
  const kept = await (await found('/kept'))?.json()
  if (kept === undefined) return false
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: kept.zone }).format(new Date())
  if (kept.date === today) return true
  await caches.delete(agenda)
  return false
}

const nothingKept = () =>
  new Response(
    '<!doctype html><html lang="es-MX"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sin conexión · Kalli</title><body style="font:1.1rem/1.5 system-ui;max-width:30rem;margin:20vh auto;padding:0 1.5rem"><h1>Sin conexión</h1><p>En este equipo no hay una agenda guardada de hoy.</p><p><a href="">Volver a intentar</a></p>',
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

// What was registered without a line: web/parts/offline/queue.ts writes it.

self.addEventListener('message', (event) => {
  if (event.data !== 'send') return
  event.waitUntil(send().catch(() => self.registration.sync?.register(queue).catch(() => undefined)))
})
self.addEventListener('sync', (event) => {
  if (event.tag === queue) event.waitUntil(send())
})

/** In the order in which it was registered, each under its key; what one booking waits for keeps no other. Fails while something has to wait. */
const send = () =>
  navigator.locks.request(queue, async () => {
    const waiting = await caches.open(queue)
    const keys = await waiting.keys()
    if (keys.length === 0) return
    const who = await fetch('/api/auth/user')
    if (!who.ok) throw new Error('nobody is signed in')
    const { id } = await who.json()
    const stuck = new Set()
    try {
      for (const key of keys) {
        const one = await (await waiting.match(key)).json()
        // Someone else's waits on for them: what they did is not lost because another one looks in here.
        if (one.person !== id) continue
        if (one.problem === undefined && !stuck.has(one.bookingId))
          await sendOne(waiting, key, one).catch(() => stuck.add(one.bookingId))
      }
      if (stuck.size > 0) throw new Error('later')
    } finally {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- these are pages of our own
      for (const client of await self.clients.matchAll()) client.postMessage('sent')
    }
  })

const sendOne = async (waiting, key, one) => {
  const answer = await fetch(one.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': one.key },
    body: JSON.stringify(one.body),
  })
  if (answer.ok) return waiting.delete(key)
  // Signed out, acting in another role, too fast, or our fault: it waits.
  if ([401, 403, 429].includes(answer.status) || answer.status >= 500) throw new Error('later')
  // Said no: the professional reads why, and lets go of it. Where they were is of no use any more.
  const { message } = await answer.json()
  const { position: _, ...body } = one.body
  return waiting.put(key, Response.json({ ...one, body, problem: message }))
}
