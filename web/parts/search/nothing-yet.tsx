import { CategoryStrip } from '#web/parts/landing/category-strip.tsx'
import { Featured } from '#web/parts/landing/featured.tsx'

/** Before any search: shortcuts and suggested professionals (product.md §2 row 2). */
export default function NothingYet({ spaces }: { spaces: boolean }) {
  return (
    <>
      <p className="mt-3 mb-4 text-lg text-muted">
        {spaces
          ? 'Escribe qué espacio necesitas o empieza por un tipo.'
          : 'Escribe qué necesitas o empieza por una categoría.'}
      </p>
      <CategoryStrip spaces={spaces} />
      <div className="-mx-[clamp(1.125rem,4vw,2.5rem)] [&_.page]:w-auto">
        <Featured />
      </div>
    </>
  )
}
