import type { FastifyInstance } from 'fastify'
import { jobs as availabilityJobs } from '#server/availability/jobs.ts'
import { routes as availabilityRoutes } from '#server/availability/routes.ts'
import type { Route } from '#server/platform/http.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { House } from '#server/platform/work.ts'

/** What a module gives to the house: its endpoints, its jobs, and what does not fit an endpoint. */
export type Module = {
  name: string
  routes?: readonly Route[]
  jobs?: readonly Job[]
  plugin?(app: FastifyInstance, house: House): void | Promise<void>
}

/** The only list of all modules, from the lowest floor to the highest. */
export const modules: readonly Module[] = [
  { name: 'availability', routes: availabilityRoutes, jobs: availabilityJobs },
]
