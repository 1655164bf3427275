import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** The place of `Choose` while its code is under way, as wide and about as high. */
export const ChooseLoading = () => (
  <section className="page pt-6 pb-36 lg:pb-12">
    <div role="status" className="mx-auto flex max-w-5xl flex-col gap-7">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-8" />
      <Skeleton className="h-20 rounded-lg" />
      <div className="grid gap-9 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  </section>
)
