import { ArrowRight } from 'lucide-react'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { termsDiff } from '#contract/hiring/terms-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** The terms line by line; where one changed, the old value is struck through beside it. */
export const TermsList = ({
  before = null,
  terms,
}: {
  before?: AgreementTerms | null
  terms: AgreementTerms
}) => (
  <dl className="divide-y divide-line overflow-hidden rounded-md border border-line">
    {termsDiff(before, terms).map((line) => (
      <div
        key={line.key}
        className={classNames(
          'grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]',
          line.before !== null && 'bg-maiz-soft/60',
        )}
      >
        <dt className="text-sm text-muted">{line.label}</dt>
        <dd className="min-w-0">
          {line.before === null ? (
            line.text
          ) : (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <s className="text-muted">
                <span className="sr-only">Antes: </span>
                {line.before}
              </s>
              <ArrowRight aria-hidden className="size-4 text-muted" />
              <strong className="font-semibold">
                <span className="sr-only">Ahora: </span>
                {line.text}
              </strong>
              <Badge tone="maiz">Cambia</Badge>
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
