import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Deposit } from '#contract/booking/settlement/deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ClaimStory } from '#web/parts/booking/settlement/claim-story.tsx'
import { PhotoPicker } from '#web/parts/booking/settlement/photos.tsx'
import { sendPhoto, sentPhotos } from '#web/parts/booking/settlement/use-deposit.ts'
import type { ComponentProps } from 'react'

/** A deposit with its amount, its state in words, its claim, and the viewer's actions. */
export const DepositCard = ({
  deposit,
  text,
  children,
}: {
  deposit: Deposit
  text: string
  children: ReactNode
}) => (
  <div
    role="group"
    aria-label="Garantía"
    className="flex flex-col gap-3 rounded-md border border-line px-4 py-3.5 text-[0.9375rem]"
  >
    <p className="flex items-start gap-2.5">
      <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
      <span>
        <span className="font-semibold">Garantía de {formatCents(deposit.amountCents)}.</span> {text}
      </span>
    </p>
    <ClaimStory of={deposit} />
    {children}
  </div>
)

/** The photos of a claim or of the answer to it, by their ids. */
export const DepositPhotos = ({
  deposit,
  by,
  photos,
  onChange,
  ...words
}: {
  deposit: Deposit
  by: 'host' | 'professional'
  photos: string[]
  /** From the current ids, for uploads that end while others go on. */
  onChange: (next: (before: string[]) => string[]) => void
} & Pick<ComponentProps<typeof PhotoPicker>, 'label' | 'hint'>) => (
  <PhotoPicker
    {...words}
    send={sendPhoto(deposit.id, by)}
    shown={sentPhotos(deposit.id, photos)}
    onChange={(next) => onChange((before) => next(sentPhotos(deposit.id, before)).map(({ id }) => id))}
  />
)
