import * as contract from '#contract/pricing/demand.ts'
import { reading } from '#web/api.ts'

export const demandReading = reading(contract.demandRules)
export const heatReading = reading(contract.demandHeat)
