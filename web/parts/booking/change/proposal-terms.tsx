import type { ReactNode, Ref } from 'react'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** What another hour would mean, in full, before the one button: for visits and rented hours alike. */
export const ProposalTerms = ({
  ref,
  when,
  lines,
  more,
  children,
}: {
  ref?: Ref<HTMLDivElement>
  /** Hour and place. */
  when: string
  lines: readonly { label: string; amountCents: number }[]
  /** The card, where the difference is paid at once. */
  more?: ReactNode
  /** The reason, and until when the recipient may answer. */
  children: ReactNode
}) => (
  <div ref={ref} role="status" className="flex flex-col gap-4 rounded-md bg-sunk p-4">
    <p className="font-semibold first-letter:uppercase">{when}</p>
    <MoneyLines lines={lines} />
    <p className="text-[0.9375rem]">{children}</p>
    {more}
  </div>
)

/** While the terms load. */
export const TermsLoading = () => (
  <div aria-busy="true">
    <span className="sr-only">Calculando…</span>
    <Skeleton className="h-24" />
  </div>
)

/** A note to the recipient. */
export const ProposalNote = ({
  hint,
  note,
  onChange,
}: {
  hint: string
  note: string
  onChange: (note: string) => void
}) => (
  <Field label="Mensaje" required={false} hint={hint}>
    {(control) => (
      <TextArea
        {...control}
        rows={2}
        maxLength={300}
        value={note}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
