import { classNames } from '#web/ui/class-names.ts'

/** A loading placeholder. Give it the size of the content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('block animate-breathe rounded-md bg-line/70', className)} />
)
