import * as contract from '#contract/pricing/space-pricing.ts'
import * as installments from '#contract/payment/installments.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { ownInstallments, save as saveInstallments } from '#server/pricing/installments.ts'
import { pricing, save } from '#server/pricing/space-pricing.ts'

export const routes: readonly Route[] = [
  route(contract.spacePricing, pricing),
  route(contract.saveSpacePricing, save),
  route(installments.ownInstallments, ownInstallments),
  route(installments.saveInstallments, saveInstallments),
]
