import { TriangleAlert } from 'lucide-react'
import { checkWording, wordingAdvice } from '#contract/hiring/wording.ts'

/** Phrases that suggest employment, and alternatives. A warning only: the writer decides. */
export const WordingNotes = ({ text }: { text: string }) => {
  const found = checkWording(text)
  return (
    <div role="status">
      {found.length === 0 ? null : (
        <div className="flex flex-col gap-2.5 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
          <p className="flex items-start gap-2.5 font-medium">
            <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            Esto puede leerse como una relación de trabajo. Tú gobiernas el lugar; cada quien, su trabajo.
          </p>
          <ul className="flex flex-col gap-1.5 pl-7.5 text-[0.9375rem]">
            {found.map(({ kind, quote, from }) => (
              <li key={from}>
                <q className="font-semibold">{quote}</q>: {wordingAdvice[kind]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
