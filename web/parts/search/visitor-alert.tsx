import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/favourite/visitor-search.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { confirmedDraft } from '#web/parts/booking/payment/kept-contact.ts'
import { AlertSwitch } from '#web/parts/search/alert-switch.tsx'
import type { Wanted } from '#web/parts/search/search-to-save.ts'
import { Opening } from '#web/ui/page/opening.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const AlertByPhone = lazy(() => import('#web/parts/search/alert-by-phone.tsx'))

/** The alert for visitors without an account: by text message to a phone confirmed with a code. */
export const VisitorAlert = ({ wanted }: { wanted: Wanted }) => {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  // Until a code was entered in this tab, the visitor's alerts cannot be read.
  const confirmed = useForm({ initial: { address: '' }, draft: confirmedDraft }).values.address
  const [hasSaved, setSaved] = useState(false)
  const isKnown = hasSaved || (confirmed !== '' && !confirmed.includes('@'))
  const mine = useQuery({ ...reading(contract.visitorSearches), enabled: isKnown, gcTime: 0 })
  const saved = mine.data?.find(({ search }) => search === wanted.search)
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(contract.visitorSearches) })
  const drop = useMutation({
    mutationFn: (id: string) => call(contract.dropVisitorSearch, { params: { id } }),
    onSuccess: again,
  })
  return (
    <>
      <AlertSwitch
        isOn={saved !== undefined}
        text="Te avisaremos por mensaje."
        isBusy={drop.isPending}
        problem={drop.error}
        onPress={() => (saved === undefined ? setOpen(true) : drop.mutate(saved.id))}
      />
      {isOpen ? (
        <Suspense fallback={<Opening />}>
          <AlertByPhone
            wanted={wanted}
            onClose={() => setOpen(false)}
            onSaved={async () => {
              setSaved(true)
              await again()
              setOpen(false)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
