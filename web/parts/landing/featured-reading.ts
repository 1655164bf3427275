import { featuredProfessionals } from '#contract/search/search.ts'
import { reading } from '#web/api.ts'

export const featuredReading = reading(featuredProfessionals)
