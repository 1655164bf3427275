import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A list of questions that expand; native disclosure elements, so they work without scripts. */
export const Questions = ({ list }: { list: readonly { question: string; answer: ReactNode }[] }) => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    {list.map(({ question, answer }) => (
      <details key={question} className="group border-b border-line last:border-0">
        <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
          {question}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="measure px-5 pb-5 text-muted">{answer}</div>
      </details>
    ))}
  </div>
)
