import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** Placeholder of `Choose` while its code is loading, as wide and about as high. */
export const ChooseLoading = () => (
  <section className="page pt-4 pb-36 sm:pt-6 lg:pb-12">
    <div role="status" className="mx-auto flex max-w-list flex-col gap-4 sm:gap-6">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-8" />
      <Skeleton className="h-13 rounded-lg" />
      <div className="grid gap-4 sm:gap-6 lg:gap-9 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  </section>
)
