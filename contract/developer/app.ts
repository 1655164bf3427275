/** Third-party apps that act for a user, and the user's consent (docs/developer/apps.md). */
import * as z from 'zod/mini'
import { FormerHours, ScopeName } from '#contract/developer/api-key.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, LongText, Text } from '#contract/platform/shapes.ts'

export const maxApps = 10
/** After this many days an app must ask for consent again. */
export const grantDays = 180

const AppId = z.object({ id: z.string().check(z.regex(/^app_[a-z0-9]{16}$/)) })
const Address = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const OwnApp = z.object({
  /** Its `client_id`. */
  id: z.string(),
  name: z.string(),
  website: z.nullable(z.string()),
  redirectUris: z.array(z.string()),
  isConfidential: z.boolean(),
  scopes: z.array(ScopeName),
  createdAt: Instant,
  /** The former secret also works until then. */
  formerUntil: z.nullable(Instant),
  /** Number of users with an active consent. */
  people: z.int(),
})
export type OwnApp = z.output<typeof OwnApp>

export const ownApps = endpoint({
  method: 'GET',
  path: '/api/developer/apps',
  summary: 'List own apps, newest first; never their secrets',
  access: 'account',
  reply: z.array(OwnApp),
})

const Described = {
  name: Text(60),
  website: z.optional(LongText(300)),
  redirectUris: z.array(Address).check(z.minLength(1), z.maxLength(10)),
}

export const makeApp = endpoint({
  method: 'POST',
  path: '/api/developer/apps',
  summary: "Create an app; a confidential app's secret is in this reply only",
  access: 'account',
  body: z.object({
    ...Described,
    isConfidential: z.boolean(),
    scopes: z.array(ScopeName).check(z.minLength(1), z.maxLength(40)),
  }),
  reply: z.object({ app: OwnApp, secret: z.nullable(z.string()) }),
  status: 201,
  refusals: [
    'confirm_identity',
    'too_many_apps',
    'app_name_taken',
    'redirect_not_allowed',
    'website_not_allowed',
  ],
})

export const changeApp = endpoint({
  method: 'PATCH',
  path: '/api/developer/apps/:id',
  summary: 'Change name, site or redirect addresses of an app; consents stay',
  access: 'account',
  params: AppId,
  body: z.object(Described),
  reply: OwnApp,
  refusals: [
    'confirm_identity',
    'not_found',
    'app_name_taken',
    'redirect_not_allowed',
    'website_not_allowed',
  ],
})

export const renewAppSecret = endpoint({
  method: 'POST',
  path: '/api/developer/apps/:id/secret',
  summary: 'Rotate the secret of a confidential app; the former one ends at once or in a day',
  access: 'account',
  params: AppId,
  body: z.object({ formerHours: z._default(FormerHours, 24) }),
  reply: z.object({ secret: z.string(), formerUntil: z.nullable(Instant) }),
  refusals: ['confirm_identity', 'not_found', 'app_keeps_no_secret'],
})

export const removeApp = endpoint({
  method: 'DELETE',
  path: '/api/developer/apps/:id',
  summary: 'Delete an app with all consents given to it',
  access: 'account',
  params: AppId,
  reply: Done,
  refusals: ['not_found'],
})

export const AllowedApp = z.object({
  id: z.string(),
  name: z.string(),
  website: z.nullable(z.string()),
  scopes: z.array(ScopeName),
  since: Instant,
  until: Instant,
  lastUsedAt: z.nullable(Instant),
  lastProblem: z.nullable(z.object({ at: Instant, code: z.string(), message: z.string() })),
})
export type AllowedApp = z.output<typeof AllowedApp>

export const allowedApps = endpoint({
  method: 'GET',
  path: '/api/developer/allowed',
  summary: 'List apps allowed to act for the viewer',
  access: 'account',
  reply: z.array(AllowedApp),
})

export const disallowApp = endpoint({
  method: 'DELETE',
  path: '/api/developer/allowed/:id',
  summary: 'Revoke the consent of an app on all its devices at once',
  access: 'account',
  params: AppId,
  reply: Done,
  refusals: ['not_found'],
})

const Given = z.optional(z.string().check(z.maxLength(2000)))
/** Parameters of the app's link, named as in RFC 6749 and 7636. */
export const ConsentRequest = z.object({
  client_id: Given,
  redirect_uri: Given,
  response_type: Given,
  scope: Given,
  state: Given,
  code_challenge: Given,
  code_challenge_method: Given,
  /** RFC 8707: the API, or /mcp. */
  resource: Given,
})
export type ConsentRequest = z.output<typeof ConsentRequest>

export const consent = endpoint({
  method: 'GET',
  path: '/api/oauth/consent',
  summary: 'Get what an app asks for, for the person who decides',
  access: 'account',
  query: ConsentRequest,
  reply: z.object({
    /** Redirect for an invalid request, by which the app learns of the error. All other fields are empty then. */
    back: z.nullable(z.string()),
    app: z.nullable(
      z.object({
        name: z.string(),
        website: z.nullable(z.string()),
        /** Where the browser returns to: a host, or the scheme of an app on this device. */
        returnsTo: z.string(),
        /** The app registered itself: no Kalli account is responsible for it. */
        isUnknown: z.boolean(),
      }),
    ),
    scopes: z.array(ScopeName),
    until: z.nullable(Instant),
    email: z.nullable(z.string()),
    actsAs: z.nullable(z.enum(['client', 'professional', 'host'])),
  }),
  refusals: ['app_unknown', 'redirect_unknown', 'access_not_as_admin'],
})

export const decideConsent = endpoint({
  method: 'POST',
  path: '/api/oauth/consent',
  summary: 'Allow or refuse an app; the reply says where the browser goes next',
  access: 'account',
  body: z.object({ request: ConsentRequest, allow: z.boolean() }),
  reply: z.object({ address: z.string() }),
  refusals: ['app_unknown', 'redirect_unknown', 'confirm_identity', 'access_not_as_admin'],
})
