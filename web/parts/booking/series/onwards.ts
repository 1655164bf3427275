import { useNavigate } from '@tanstack/react-router'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { acceptLink } from '#contract/booking/series/link.ts'
import { paths } from '#web/paths.ts'
import { keepContact } from '#web/parts/booking/payment/kept-contact.ts'

/** Continues to the payment of the hold; the form is prefilled with the client's data, which can be corrected. */
export const useOnwards = () => {
  const navigate = useNavigate()
  return ({ hold, contact }: Reply<typeof acceptLink>) => {
    if (contact !== null) keepContact(contact)
    void navigate(paths.checkout(hold))
  }
}
