import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import routes from '#web/routes.ts'

/** The addresses of the specification (§2), by who may see them. */
const open =
  '/ /contact /about /auth /reset-password /for-professionals /for-spaces /inhouse/x /search-results /p/1 /b/1 /book /bookings/x/accept /booking /space/1 /help /help/professionals /help/hosts /pricing /privacy /terms'
const signedIn =
  '/professional-dashboard /host-dashboard /host-registration /professional-services /space-applications /host-applications /professional-calendar-advanced /professional-space-rules /professional-demand-configuration /space-pricing-rules /professional/1 /my-bookings /professional-appointments /host-availability /notifications /inhouse-professionals /settings /vacancies /invitations/1/accept /invitations/1/decline /search-professionals /professional-invitations /notification/1'
/** The specification requires a session; here a hold or a personal link also opens them (product.md §7). */
const ownRule = '/dynamic-checkout /booking-success'

const [, ...rest] = routes.children
const layout = routes.children.find((route) => 'children' in route)
const ownPaths = rest.flatMap((route) => ('path' in route && route.path !== '$' ? [route.path] : []))
const guarded = layout !== undefined && 'children' in layout ? layout.children.map((route) => route.path) : []

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`).test(path)

describe('the addresses of the specification', () => {
  for (const path of open.split(' '))
    test(`${path} is public`, () => {
      if (path === '/') return assert.equal(routes.children[0]?.type, 'index')
      assert.ok(ownPaths.some((pattern) => matches(pattern, path)))
    })

  for (const path of signedIn.split(' '))
    test(`${path} needs a session`, () => assert.ok(guarded.some((pattern) => matches(pattern, path))))

  for (const path of ownRule.split(' '))
    test(`${path} has a screen with an access rule of its own`, () => assert.ok(ownPaths.includes(path)))
})
