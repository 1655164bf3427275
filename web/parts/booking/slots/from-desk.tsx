import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Clock3 } from 'lucide-react'
import * as desk from '#contract/booking/desk/desk.ts'
import { ApiError, call } from '#web/api.ts'
import { keepContact } from '#web/parts/booking/payment/kept-contact.ts'
import LostHold from '#web/parts/booking/slots/lost-hold.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** The link of a reception's email: opening it changes nothing; the button transfers the hold to this browser. */
export default function FromDesk({ id, token }: { id: string; token: string }) {
  const navigate = useNavigate()
  const taking = useMutation({
    mutationFn: () => call(desk.takeOver, { params: { id }, body: { t: token } }),
    onSuccess: ({ contact }) => {
      // The form is prefilled with what was entered at the desk, which can be corrected.
      keepContact(contact)
      void navigate({ ...paths.checkout(id), replace: true })
    },
  })
  const gone = taking.error instanceof ApiError && [404, 410].includes(taking.error.status)
  if (gone)
    return (
      <LostHold text="El tiempo para confirmar esta cita terminó y no se cobró nada. Puedes elegir otro horario." />
    )
  return (
    <section className="page py-12">
      <EmptyState
        heading="h1"
        icon={<Clock3 />}
        title="Te apartaron una cita"
        text={
          taking.error?.message ??
          'Revisa qué, cuándo y cuánto, y confírmala con tu pago. Si no la pediste, cierra esta página: se libera sola.'
        }
        action={
          <Button busy={taking.isPending} onClick={() => taking.mutate()}>
            Ver mi cita y pagar
          </Button>
        }
      />
    </section>
  )
}
