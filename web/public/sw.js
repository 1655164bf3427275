// Shows what Kalli tells this browser, and opens the one place that it leads to. Nothing else: pages load as without it.
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
