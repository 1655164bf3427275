import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import * as holds from '#contract/booking/hold.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { call } from '#web/api.ts'
import { againOf } from '#web/parts/booking/summary/shell.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/**
 * Back to the slots. The client's own hold is released first, or its slot and overlapping ones would be missing; a slot that another
 * person chose for the client stays held until its end. A link, so that it works without scripts too.
 */
export default function ChooseAgain({ hold }: { hold: Hold }) {
  const navigate = useNavigate()
  const again = againOf(hold)
  const letting = useMutation({
    mutationFn: async () => {
      if (!hold.proposed) await call(holds.releaseHold, { params: { id: hold.id } })
    },
    onSuccess: () => navigate(again),
  })
  return (
    <div className="flex flex-col gap-2">
      <Link
        {...again}
        aria-disabled={letting.isPending || undefined}
        onClick={(event) => {
          event.preventDefault()
          if (!letting.isPending) letting.mutate()
        }}
        className="lone-link gap-2 self-start text-[0.9375rem] font-semibold text-jacaranda underline underline-offset-4"
      >
        {letting.isPending ? <Spinner /> : null}
        Elegir otra hora
      </Link>
      {letting.isError ? (
        <p role="alert" className="text-[0.9375rem] font-medium text-chile">
          {letting.error.message}
        </p>
      ) : hold.proposed ? (
        <p className="text-sm text-muted">Esta sigue apartada para ti mientras eliges.</p>
      ) : null}
    </div>
  )
}
