import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy } from 'react'
import AlertButtonNow from '#web/parts/favourite/alert-button.tsx'
import * as now from '#web/parts/professional/still-now.tsx'

const later = () => import('#web/parts/professional/still-now.tsx')
const aboutLater = lazy(async () => ({ default: (await later()).About }))
const faqLater = lazy(async () => ({ default: (await later()).Faq }))
const policiesLater = lazy(async () => ({ default: (await later()).Policies }))
const weekLater = lazy(async () => ({ default: (await later()).WeekStrip }))
const alertLater = lazy(() => import('#web/parts/favourite/alert-button.tsx'))
const searchLater = lazy(async () => ({ default: (await later()).ServiceSearch }))

/** The server renders them at once; the browser loads their code only when a `Still` becomes live. */
export const About = createIsomorphicFn()
  .server(() => now.About)
  .client(() => aboutLater)()
export const Faq = createIsomorphicFn()
  .server(() => now.Faq)
  .client(() => faqLater)()
export const Policies = createIsomorphicFn()
  .server(() => now.Policies)
  .client(() => policiesLater)()
export const WeekStrip = createIsomorphicFn()
  .server(() => now.WeekStrip)
  .client(() => weekLater)()
/** Hydrated, but only where no booking is possible now. */
export const AlertButton = createIsomorphicFn()
  .server(() => AlertButtonNow)
  .client(() => alertLater)()
/** Hydrated too, where there are many services. */
export const ServiceSearch = createIsomorphicFn()
  .server(() => now.ServiceSearch)
  .client(() => searchLater)()
