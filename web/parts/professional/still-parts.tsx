import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy } from 'react'
import AlertButtonNow from '#web/parts/favourite/alert-button.tsx'
import { About as AboutNow } from '#web/parts/professional/about.tsx'
import { Faq as FaqNow } from '#web/parts/professional/faq.tsx'
import { Policies as PoliciesNow } from '#web/parts/professional/policies.tsx'
import { ServiceSearch as ServiceSearchNow } from '#web/parts/professional/service-search.tsx'
import { WeekStrip as WeekStripNow } from '#web/parts/professional/week-strip.tsx'

const aboutLater = lazy(async () => ({ default: (await import('#web/parts/professional/about.tsx')).About }))
const alertLater = lazy(() => import('#web/parts/favourite/alert-button.tsx'))
const faqLater = lazy(async () => ({ default: (await import('#web/parts/professional/faq.tsx')).Faq }))
const policiesLater = lazy(async () => ({
  default: (await import('#web/parts/professional/policies.tsx')).Policies,
}))
const searchLater = lazy(async () => ({
  default: (await import('#web/parts/professional/service-search.tsx')).ServiceSearch,
}))
const weekLater = lazy(async () => ({
  default: (await import('#web/parts/professional/week-strip.tsx')).WeekStrip,
}))

/** The server writes them at once; the browser fetches their code only when a `Still` comes to life. */
export const About = createIsomorphicFn()
  .server(() => AboutNow)
  .client(() => aboutLater)()
export const Faq = createIsomorphicFn()
  .server(() => FaqNow)
  .client(() => faqLater)()
export const Policies = createIsomorphicFn()
  .server(() => PoliciesNow)
  .client(() => policiesLater)()
export const WeekStrip = createIsomorphicFn()
  .server(() => WeekStripNow)
  .client(() => weekLater)()
/** Alive, but only where nobody can book now. */
export const AlertButton = createIsomorphicFn()
  .server(() => AlertButtonNow)
  .client(() => alertLater)()
/** Alive as well, where there are many services. */
export const ServiceSearch = createIsomorphicFn()
  .server(() => ServiceSearchNow)
  .client(() => searchLater)()
