import { useQuery } from '@tanstack/react-query'
import { WalletCards } from 'lucide-react'
import { passes } from '#contract/pass/pass.ts'
import { reading } from '#web/api.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Only where this installation makes wallet passes; nothing until that is known or if it fails. */
export default function WalletLinks({ id, token }: { id: string; token: string | undefined }) {
  const { data } = useQuery(
    reading(passes, { params: { id }, query: token === undefined ? {} : { t: token } }),
  )
  if (data === undefined) return null
  return (
    <>
      {data.apple === null ? null : (
        <a href={data.apple} className={buttonClass({ tone: 'secondary', size: 'small' })}>
          <WalletCards aria-hidden className="size-5" />
          Agregar a Apple Wallet
        </a>
      )}
      {data.google === null ? null : (
        <a href={data.google} className={buttonClass({ tone: 'secondary', size: 'small' })}>
          <WalletCards aria-hidden className="size-5" />
          Agregar a Google Wallet
        </a>
      )}
    </>
  )
}
