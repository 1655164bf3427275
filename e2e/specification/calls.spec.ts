/** Specification §7, the calls, and §3, the entities that they carry: every path, payload and field by name. */
import { type APIRequestContext, expect } from '@playwright/test'
import { demo, open, pageAs, password, register, signIn, test } from './people.ts'

const json = async (request: APIRequestContext, path: string) => {
  const answer = await request.get(path)
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return answer.json()
}

test.describe('§7 session', () => {
  test('GET /api/auth/user is the current user, or 401 and nothing', async ({ request }) => {
    expect((await request.get('/api/auth/user')).status()).toBe(401)
    await signIn(request, demo.professional)
    const user = await json(request, '/api/auth/user')
    // §3 Session user
    for (const field of [
      'firstName',
      'lastName',
      'email',
      'role',
      'activeRole',
      'availableRoles',
      'biometricVerified',
    ])
      expect(user).toHaveProperty(field)
    expect(Array.isArray(user.availableRoles)).toBe(true)
    expect(JSON.stringify(user)).not.toMatch(/password|hash|token/i)
  })

  test('POST /api/auth/login takes email and password and answers the user', async ({ request }) => {
    const answer = await request.post('/api/auth/login', {
      data: { email: demo.client, password: 'kalli-demo' },
    })
    expect(answer.status()).toBe(200)
    expect((await answer.json()).email).toBe(demo.client)
  })

  test('POST /api/auth/register takes email, password, firstName, lastName, phone, role and answers the user', async ({
    request,
  }) => {
    const email = await register(request, 'professional', { phone: '+525512345678' })
    const user = await json(request, '/api/auth/user')
    expect(user.email).toBe(email)
    expect(user.activeRole).toBe('professional')
  })

  test('POST /api/auth/forgot-password takes email; the answer is always the same', async ({ request }) => {
    const [known, unknown] = await Promise.all(
      [demo.client, 'nadie@correo.test'].map((email) =>
        request.post('/api/auth/forgot-password', { data: { email } }),
      ),
    )
    expect(known?.status()).toBe(200)
    expect(unknown?.status()).toBe(200)
    expect(await known?.text()).toBe(await unknown?.text())
  })

  test('POST /api/auth/reset-password takes token and newPassword', async ({ request }) => {
    const answer = await request.post('/api/auth/reset-password', {
      data: { token: 'no-existe', newPassword: password },
    })
    expect(answer.status()).toBe(400)
    expect((await answer.json()).message).toBe('El enlace de recuperación no es válido')
  })

  test('POST /api/auth/switch-role takes targetRole; other roles than one’s own are refused', async ({
    request,
  }) => {
    await register(request, 'professional')
    const answer = await request.post('/api/auth/switch-role', { data: { targetRole: 'host' } })
    expect(answer.status()).toBe(403)
  })

  test('GET /api/logout ends the session', async ({ request }) => {
    await signIn(request, demo.client)
    expect((await request.get('/api/logout')).ok()).toBe(true)
    expect((await request.get('/api/auth/user')).status()).toBe(401)
  })

  test('GET /api/login starts the sign-in', async ({ request }) => {
    const answer = await request.get('/api/login', { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers()['location']).toMatch(/\/auth/)
  })

  test('after logging out storage is cleared and the person is at /, also when the call fails', async ({
    browser,
  }) => {
    const page = await pageAs(browser, 'client')
    await open(page, '/my-bookings')
    await page.evaluate(() => {
      localStorage.setItem('algo', '1')
      sessionStorage.setItem('algo', '1')
    })
    await page.route('**/api/logout', (route) => route.abort())
    await page.getByRole('banner').locator('button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    expect(await page.evaluate(() => [localStorage.getItem('algo'), sessionStorage.getItem('algo')])).toEqual(
      [null, null],
    )
  })
})

test.describe('§7 search', () => {
  test('GET /api/professionals/featured is a list of professionals with the fields of §3', async ({
    request,
  }) => {
    const list = await json(request, '/api/professionals/featured')
    expect(list.length).toBeGreaterThan(0)
    for (const one of list) {
      expect(Object.keys(one)).toEqual(
        expect.arrayContaining([
          'id',
          'rating',
          'reviewCount',
          'verified',
          'experience',
          'specialties',
          'bio',
          'basePrice',
          'user',
          'services',
        ]),
      )
      // Numeric strings, as in the specification.
      expect(one.rating).toMatch(/^\d+(\.\d+)?$/)
      expect(one.basePrice === null || /^\d+(\.\d+)?$/.test(one.basePrice)).toBe(true)
      expect(Array.isArray(one.specialties)).toBe(true)
      expect(Object.keys(one.user)).toEqual(
        expect.arrayContaining([
          'firstName',
          'lastName',
          'profileImageUrl',
          'perfilseguroVerified',
          'perfilseguroVerificationLevel',
          'perfilSeguroBiometricVerified',
        ]),
      )
      for (const service of one.services) {
        expect(typeof service.name).toBe('string')
        expect(service.price).toMatch(/^\d+(\.\d+)?$/)
      }
    }
  })

  const filters = 'verified=verified&priceRange=budget,medium,premium,luxury&rating=4&availability=flexible'
  test('GET /api/professionals/search takes q, location, city, state, category and comma-joined filters; an array', async ({
    request,
  }) => {
    for (const query of [
      'q=corte',
      'location=Roma',
      'city=Ciudad%20de%20M%C3%A9xico',
      'state=Ciudad%20de%20M%C3%A9xico',
      'category=hair',
      filters,
      'verified=verified,top_rated,new',
      'rating=4,4.5,4.8',
      'availability=today,this_week,next_week,flexible',
    ])
      expect(Array.isArray(await json(request, `/api/professionals/search?${query}`)), query).toBe(true)
  })

  test('GET /api/spaces/search takes spaceType and amenities too; spaces have the fields of §3', async ({
    request,
  }) => {
    for (const type of ['chair', 'room', 'cabin', 'station', 'consulting_room', 'hall'])
      expect(Array.isArray(await json(request, `/api/spaces/search?spaceType=${type}`)), type).toBe(true)
    await json(request, '/api/spaces/search?amenities=wifi,parking,ac,music,reception,products')
    const [space] = await json(request, '/api/spaces/search?q=silla')
    for (const field of [
      'id',
      'name',
      'spaceType',
      'description',
      'city',
      'state',
      'capacity',
      'amenities',
      'photos',
      'rating',
      'pricePerHour',
      'host',
    ])
      expect(space).toHaveProperty(field)
    expect(space.host).toHaveProperty('verified')
    expect(space.host).toHaveProperty('businessName')
  })

  test('product.md §2 row 14: an unknown value of a filter is 400 with a clear message', async ({
    request,
  }) => {
    for (const query of ['priceRange=barato', 'rating=6', 'availability=ayer', 'verified=quizas']) {
      const answer = await request.get(`/api/professionals/search?${query}`)
      expect(answer.status(), query).toBe(400)
      expect((await answer.json()).message.length).toBeGreaterThan(10)
    }
  })
})

test.describe('§7 community notifications', () => {
  test('count is {count}; the list has the fields of §3; both are for the signed in', async ({ request }) => {
    expect((await request.get('/api/notifications/community/count')).status()).toBe(401)
    await signIn(request, demo.professional)
    const counted = await json(request, '/api/notifications/community/count')
    expect(Object.keys(counted)).toEqual(['count'])
    const list = await json(request, '/api/notifications/community')
    for (const one of list) {
      for (const field of ['id', 'type', 'title', 'message', 'isRead', 'createdAt', 'matchingCategories'])
        expect(one).toHaveProperty(field)
      expect(['new_space_match', 'new_professional_match', 'direct_invitation', 'other']).toContain(one.type)
    }
  })

  test('PATCH …/{id}/read and …/read-all turn unread into read', async ({ request }) => {
    await signIn(request, demo.host)
    const list: { id: number; isRead: boolean }[] = await json(request, '/api/notifications/community')
    const unread = list.find(({ isRead }) => !isRead)
    if (unread !== undefined) {
      const read = await request.patch(`/api/notifications/community/${unread.id}/read`)
      expect(read.ok(), await read.text()).toBe(true)
    }
    const all = await request.patch('/api/notifications/community/read-all')
    expect(all.ok(), await all.text()).toBe(true)
    expect(await json(request, '/api/notifications/community/count')).toEqual({ count: 0 })
  })

  test('another user’s notification is not found', async ({ request, playwright, baseURL }) => {
    await signIn(request, demo.professional)
    const [mine] = await json(request, '/api/notifications/community')
    expect(mine, 'the demo professional has notices').toBeDefined()
    const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signIn(other, demo.host)
    expect((await other.patch(`/api/notifications/community/${mine.id}/read`)).status()).toBe(404)
    await other.dispose()
  })
})

test('§7 all calls send credentials, and a body only when present', async ({ browser }) => {
  const page = await pageAs(browser, 'professional')
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() === 'GET' && request.postData() !== null)
      bodies.push(request.url())
  })
  await open(page, '/professional-appointments')
  expect(bodies).toEqual([])
})

test('§3 professional categories and space types carry the labels of the specification', async ({ page }) => {
  await open(page, '/')
  const options = await page
    .getByLabel(/categoría/i)
    .first()
    .locator('option')
    .allInnerTexts()
  for (const label of [
    'Belleza',
    'Cabello',
    'Uñas',
    'Masajes',
    'Terapia',
    'Nutrición',
    'Fitness',
    'Yoga',
    'Meditación',
    'Pilates',
    'Coaching',
    'Salud',
    'Bienestar',
  ])
    expect(options).toContain(label)
})

test('§3 the country list for phones', async ({ page }) => {
  await open(page, '/auth?tab=register')
  const options = (await page.getByLabel(/país/i).locator('option').allInnerTexts()).join(' | ')
  for (const code of ['+52', '+1', '+57', '+55', '+54', '+56', '+503', '+507'])
    expect(options).toContain(code)
  expect(options.split('|')).toHaveLength(10)
})
