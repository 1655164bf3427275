/** All examples of searches, by subject, with the expected chips. */
import { beauty } from '#server/search/understood/beauty.cases.ts'
import { body } from '#server/search/understood/body.cases.ts'
import { when } from '#server/search/understood/when.cases.ts'
import { spaces, where } from '#server/search/understood/where.cases.ts'

export const ofProfessionals = [...beauty, ...body, ...when, ...where]
export const ofSpaces = spaces
