import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import routes from '#web/routes.ts'
import { soon, soonAt } from '#web/soon.ts'

/** The addresses of the specification (§2), by who may see them. */
const open =
  '/ /contact /about /auth /reset-password /for-professionals /for-spaces /inhouse/x /search-results /p/1 /b/1 /book /bookings/x/accept /booking /space/1 /help /help/professionals /help/hosts /pricing /privacy /terms'
const signedIn =
  '/professional-dashboard /host-dashboard /host-registration /professional-services /space-applications /host-applications /professional-calendar-advanced /professional-space-rules /professional-demand-configuration /space-pricing-rules /professional/1 /my-bookings /professional-appointments /host-availability /notifications /inhouse-professionals /settings /vacancies /invitations/1/accept /invitations/1/decline /search-professionals /professional-invitations /notification/1'
/** Signed in by the specification; open here to whoever holds a time or a link of their own (product.md §7). */
const ownRule = '/dynamic-checkout /booking-success'

const [, ...rest] = routes.children
const layout = routes.children.find((route) => 'children' in route)
const ownPaths = rest.flatMap((route) => ('path' in route && route.path !== '$' ? [route.path] : []))
const guarded = layout !== undefined && 'children' in layout ? layout.children.map((route) => route.path) : []

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`).test(path)

describe('the addresses of the specification', () => {
  for (const path of open.split(' '))
    test(`${path} is open to everybody`, () => {
      if (path === '/') return assert.equal(routes.children[0]?.type, 'index')
      const own = ownPaths.some((pattern) => matches(pattern, path))
      assert.notEqual(
        own,
        soonAt(path)?.session === 'open',
        'a screen of its own, or an entry of what comes soon',
      )
    })

  for (const path of signedIn.split(' '))
    test(`${path} needs a session`, () => {
      const own = guarded.some((pattern) => matches(pattern, path))
      assert.notEqual(
        own,
        soonAt(path)?.session === 'needed',
        'a screen of its own, or an entry of what comes soon',
      )
    })

  for (const path of ownRule.split(' '))
    test(`${path} has a screen with a rule of its own`, () => assert.ok(ownPaths.includes(path)))

  test('what comes soon is on the list of the specification', () => {
    const listed = `${open} ${signedIn}`.split(' ')
    for (const entry of soon)
      assert.ok(
        listed.some((path) => matches(entry.path, path)),
        entry.path,
      )
  })

  test('an unknown address is nothing', () => {
    assert.equal(soonAt('/no-existe'), undefined)
    assert.equal(soonAt('/help/otra/cosa'), undefined)
    assert.equal(soonAt('/book/')?.title, 'Reserva desde tu enlace')
  })
})
