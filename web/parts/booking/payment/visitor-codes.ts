import * as codes from '#contract/booking/contact-code.ts'
import { call } from '#web/api.ts'
import type { ContactCodes } from '#web/parts/booking/payment/use-contact-code.ts'

const asGiven = (address: string) => (address.includes('@') ? { email: address } : { phone: address })

/** For joining a waitlist or buying a gift card: there is no hold yet. */
export const codesOfVisitor: ContactCodes = {
  send: (address, by) => call(codes.sendVisitorCode, { body: { ...asGiven(address), by } }),
  enter: async (address, code) => {
    await call(codes.enterVisitorCode, { body: { ...asGiven(address), code } })
    return null
  },
}
