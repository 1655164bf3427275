import { buttonClass } from '#web/ui/button.tsx'

/** The bank wants a word with whoever pays. */
export const BankAsks = ({ address }: { address: string }) => (
  <p className="flex flex-wrap items-center justify-between gap-3">
    <span>Tu banco quiere que apruebes el pago.</span>
    <a href={address} className={buttonClass({ size: 'small' })}>
      Ir con mi banco
    </a>
  </p>
)
