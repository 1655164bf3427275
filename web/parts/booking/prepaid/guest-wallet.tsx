import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { guestWallet } from '#contract/booking/client/guest-later.ts'
import { reading } from '#web/api.ts'
import { Credit } from '#web/parts/booking/prepaid/credit.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/**
 * The credit of a client who booked without an account. Session packs belong to an account. Not cached: the next user of this browser must
 * not see it.
 */
export default function GuestWallet() {
  const answer = useQuery({ ...reading(guestWallet), gcTime: 0 })
  return (
    <div className="flex flex-col gap-8">
      <Credit
        answer={answer}
        ifNone="Si quien te atiende cancela a menos de 24 horas o no llega, recibes $50 aquí. Los usas al pagar con el mismo celular o correo."
      />
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <p className="measure min-w-0 flex-1 basis-60">
          Los paquetes de sesiones se compran y se usan con una cuenta. Créala, confirma en ella el mismo
          celular o correo y tu saldo se va contigo.
        </p>
        <Link {...paths.auth()} className={buttonClass({ tone: 'secondary' })}>
          Entrar o crear cuenta
        </Link>
      </Card>
    </div>
  )
}
