import { Link } from '@tanstack/react-router'
import { categories, spaceTypes } from '#contract/professional/categories.ts'
import { paths } from '#web/paths.ts'

/** Links to all categories, or all types of space. */
export const CategoryStrip = ({ spaces = false }: { spaces?: boolean }) => (
  <nav aria-label={spaces ? 'Tipos de espacio' : 'Categorías'}>
    <ul className="flex flex-wrap gap-2 py-1">
      {Object.entries(spaces ? spaceTypes : categories).map(([category, text]) => (
        <li key={category}>
          <Link
            {...paths.search({ category, type: spaces ? 'spaces' : 'professionals' })}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4.5 font-medium whitespace-nowrap transition-colors hover:border-barro hover:text-barro-deep"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
