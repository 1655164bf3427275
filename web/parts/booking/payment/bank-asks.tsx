import { buttonClass } from '#web/ui/button.tsx'

/** The bank needs the payer's approval. */
export const BankAsks = ({ address }: { address: string }) => (
  <p className="flex flex-wrap items-center justify-between gap-3">
    <span>Tu banco quiere que apruebes el pago.</span>
    <a href={address} className={buttonClass({ size: 'small' })}>
      Ir con mi banco
    </a>
  </p>
)
