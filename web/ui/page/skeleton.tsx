import { classNames } from '#web/ui/class-names.ts'

/** The place of something that is about to come. Give it the size of what comes. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('block animate-breathe rounded-md bg-line/70', className)} />
)
