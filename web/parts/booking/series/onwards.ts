import { useNavigate } from '@tanstack/react-router'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { acceptLink } from '#contract/booking/series/link.ts'
import { paths } from '#web/paths.ts'
import { keepContact } from '#web/parts/booking/payment/kept-contact.ts'

/** On to the payment of the held time; its form finds what was said of the client, to be seen and corrected. */
export const useOnwards = () => {
  const navigate = useNavigate()
  return ({ hold, contact }: Reply<typeof acceptLink>) => {
    if (contact !== null) keepContact(contact)
    void navigate(paths.checkout(hold))
  }
}
