/** Shown after a search without results. The server renders it, so the browser needs no code for it. */
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy } from 'react'
import { CategoryStrip } from '#web/parts/landing/category-strip.tsx'
import InsteadNow, { type InsteadProps } from '#web/parts/search/instead.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { Still } from '#web/ui/page/still.tsx'

const insteadLater = lazy(() => import('#web/parts/search/instead.tsx'))
const Instead = createIsomorphicFn()
  .server(() => InsteadNow)
  .client(() => insteadLater)()
const stripLater = lazy(async () => ({
  default: (await import('#web/parts/landing/category-strip.tsx')).CategoryStrip,
}))
const Strip = createIsomorphicFn()
  .server(() => CategoryStrip)
  .client(() => stripLater)()

type Props = Omit<InsteadProps, 'read'> & { read: InsteadProps['read'] | null | undefined }

/** Other searches that have results. */
export const InsteadOf = ({ read, ...shown }: Props) =>
  read === null || read === undefined ? null : (
    <Still fallback={<Skeleton className="h-40 rounded-lg" />}>
      <Instead read={read} {...shown} />
    </Still>
  )

/** A new start, by category. */
export const Shortcuts = ({ spaces }: { spaces: boolean }) => (
  <Still className="mx-auto mt-6 max-w-form" fallback={<Skeleton className="h-16 rounded-lg" />}>
    <Strip spaces={spaces} />
  </Still>
)
