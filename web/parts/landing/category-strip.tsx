import { Link } from '@tanstack/react-router'
import { categories } from '#contract/categories.ts'
import { paths } from '#web/paths.ts'

/** Every category, one press away. */
export const CategoryStrip = ({ label = 'Categorías' }: { label?: string }) => (
  <nav aria-label={label}>
    <ul className="no-scrollbar -mx-1 flex gap-2 overflow-x-auto px-1 py-1 sm:flex-wrap">
      {Object.entries(categories).map(([category, text]) => (
        <li key={category}>
          <Link
            {...paths.search({ category, type: 'professionals' })}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4.5 font-medium whitespace-nowrap transition-colors hover:border-barro hover:text-barro-deep"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
