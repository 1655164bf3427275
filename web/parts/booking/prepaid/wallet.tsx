import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/booking/prepaid/wallet.ts'
import { reading } from '#web/api.ts'
import { Credit } from '#web/parts/booking/prepaid/credit.tsx'
import { OwnSessionPacks } from '#web/parts/booking/prepaid/own-session-packs.tsx'
import { OwnGiftCards } from '#web/parts/booking/prepaid/own-gift-cards.tsx'

/** The viewer's credit with its additions and uses; gift cards, and session packs. */
export default function WalletView() {
  const answer = useQuery(reading(contract.wallet))
  return (
    <div className="flex flex-col gap-8">
      <Credit
        answer={answer}
        ifNone="Canjea una tarjeta de regalo y la usas al pagar. Y si quien te atiende cancela a menos de 24 horas o no llega, recibes $50 aquí."
      />
      <OwnGiftCards />
      <OwnSessionPacks />
    </div>
  )
}
