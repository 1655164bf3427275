import * as contract from '#contract/service/service.ts'
import { reading } from '#web/api.ts'

export const servicesReading = reading(contract.services)
