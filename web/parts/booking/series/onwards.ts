import { useNavigate } from '@tanstack/react-router'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { acceptLink } from '#contract/booking/series/link.ts'
import { paths } from '#web/paths.ts'
import { keepDraft } from '#web/ui/form/draft.ts'

/** On to the payment of the held time; its form finds what was said of the client, to be seen and corrected. */
export const useOnwards = () => {
  const navigate = useNavigate()
  return ({ hold, contact }: Reply<typeof acceptLink>) => {
    for (const [name, value] of Object.entries(contact ?? {}))
      if (value !== '') keepDraft('contact', name, value)
    void navigate(paths.checkout(hold))
  }
}
