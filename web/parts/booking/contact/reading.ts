import * as contract from '#contract/booking/client/intake.ts'
import { reading } from '#web/api.ts'

export const formsReading = reading(contract.ownForms)

export const visitFormsReading = (id: string, token?: string) =>
  reading(contract.visitForms, { params: { id }, query: token === undefined ? {} : { t: token } })
