import * as contract from '#contract/demand.ts'
import { reading } from '#web/api.ts'

export const demandReading = reading(contract.demandRules)
export const heatReading = reading(contract.demandHeat)
