import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy } from 'react'
import TeamNow from '#web/parts/professional/team.tsx'
import { AreaMap as AreaMapNow } from '#web/parts/space/area-map.tsx'
import FittingsNow, { BusinessSummary as SummaryNow } from '#web/parts/space/fittings.tsx'
import { OpeningHours as HoursNow } from '#web/parts/space/opening-hours.tsx'
import SpaceListNow from '#web/parts/space/space-list.tsx'

const teamLater = lazy(() => import('#web/parts/professional/team.tsx'))
const areaLater = lazy(async () => ({ default: (await import('#web/parts/space/area-map.tsx')).AreaMap }))
const fittingsLater = lazy(() => import('#web/parts/space/fittings.tsx'))
const summaryLater = lazy(async () => ({
  default: (await import('#web/parts/space/fittings.tsx')).BusinessSummary,
}))
const hoursLater = lazy(async () => ({
  default: (await import('#web/parts/space/opening-hours.tsx')).OpeningHours,
}))
const spacesLater = lazy(() => import('#web/parts/space/space-list.tsx'))

/** The server renders them at once; the browser loads their code only when a `Still` becomes live. */
export const Team = createIsomorphicFn()
  .server(() => TeamNow)
  .client(() => teamLater)()
export const SpaceList = createIsomorphicFn()
  .server(() => SpaceListNow)
  .client(() => spacesLater)()
export const Fittings = createIsomorphicFn()
  .server(() => FittingsNow)
  .client(() => fittingsLater)()
export const BusinessSummary = createIsomorphicFn()
  .server(() => SummaryNow)
  .client(() => summaryLater)()
export const OpeningHours = createIsomorphicFn()
  .server(() => HoursNow)
  .client(() => hoursLater)()
export const AreaMap = createIsomorphicFn()
  .server(() => AreaMapNow)
  .client(() => areaLater)()
