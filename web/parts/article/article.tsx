import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { Greca } from '#web/ui/logo.tsx'

/** A paragraph, a list, steps in order, or small facts. `[words](target)` links to one of the `targets` below. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { facts: readonly (readonly [name: string, value: string])[] }
export type Chapter = { id: string; title: string; blocks: readonly Block[] }

const targets = {
  search: paths.search(),
  spaces: paths.search({ type: 'spaces' }),
  auth: paths.auth(),
  about: paths.about(),
  contact: paths.contact(),
  forProfessionals: paths.forProfessionals(),
  forSpaces: paths.forSpaces(),
  pricing: paths.pricing(),
  help: paths.help(),
  helpProfessionals: paths.helpProfessionals(),
  helpHosts: paths.helpHosts(),
  privacy: paths.privacy(),
  terms: paths.terms(),
  myBookings: paths.myBookings(),
  settings: paths.settings(),
  vacancies: paths.vacancies(),
  team: paths.team(),
  hostApplications: paths.hostApplications(),
  hostRegistration: paths.hostRegistration(),
} as const
const isTarget = (name: string): name is keyof typeof targets => Object.hasOwn(targets, name)

export const Words = ({ text }: { text: string }) =>
  text.split(/(\[[^\]]+\]\(\w+\))/).map((part, place) => {
    const [, words, target] = /^\[([^\]]+)\]\((\w+)\)$/.exec(part) ?? []
    return target !== undefined && isTarget(target) ? (
      <Link
        key={place}
        {...targets[target]}
        className="font-medium text-barro-deep underline underline-offset-3 hover:text-barro"
      >
        {words}
      </Link>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    )
  })

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="flex flex-col gap-4 text-[1.0625rem]">
    {blocks.map((block, place) => (
      <BlockOf key={place} block={block} />
    ))}
  </div>
)

const BlockOf = ({ block }: { block: Block }) => {
  if (typeof block === 'string')
    return (
      <p className="measure">
        <Words text={block} />
      </p>
    )
  if ('list' in block)
    return (
      <ul className="measure flex list-disc flex-col gap-2 pl-5 marker:text-barro">
        {block.list.map((line) => (
          <li key={line} className="pl-1">
            <Words text={line} />
          </li>
        ))}
      </ul>
    )
  if ('steps' in block)
    return (
      <ol className="measure flex flex-col gap-3">
        {block.steps.map((line, place) => (
          <li key={line} className="flex gap-3.5">
            <span
              aria-hidden
              className="arch figures flex h-9 w-7 shrink-0 items-center justify-center bg-barro-soft font-display font-semibold text-barro-deep"
            >
              {place + 1}
            </span>
            <span className="pt-1">
              <Words text={line} />
            </span>
          </li>
        ))}
      </ol>
    )
  return (
    <dl className="measure overflow-hidden rounded-lg border border-line bg-surface text-base">
      {block.facts.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-0.5 border-b border-line px-4 py-3 last:border-0 sm:grid-cols-[minmax(8rem,13rem)_1fr]"
        >
          <dt className="font-semibold">{name}</dt>
          <dd className="text-muted">
            <Words text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The header of every article: its kind, title and summary. */
export const ArticleHead = ({
  eyebrow,
  title,
  lead,
  children,
}: {
  eyebrow: string
  title: string
  lead: string
  children?: ReactNode
}) => (
  <header className="bg-sunk/60">
    <div className="page flex flex-col gap-4 pt-10 pb-10 sm:pt-14 sm:pb-12">
      <p className="eyebrow text-barro">{eyebrow}</p>
      <h1 className="max-w-[20ch] text-4xl sm:text-5xl">{title}</h1>
      <p className="measure text-lg text-muted sm:text-xl">{lead}</p>
      {children}
    </div>
    <Greca className="text-barro/50" />
  </header>
)

/** Chapters with a sticky table of contents, for every long text of Kalli. */
export const Chapters = ({ chapters, children }: { chapters: readonly Chapter[]; children?: ReactNode }) => (
  <div className="page grid gap-10 pt-10 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-14 lg:pt-14">
    <nav
      aria-label="En esta página"
      className="lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto"
    >
      <details className="rounded-lg border border-line bg-surface px-4 lg:hidden">
        <summary className="flex min-h-12 items-center font-semibold">En esta página</summary>
        <ContentsOf chapters={chapters} />
      </details>
      <div className="max-lg:hidden">
        <p className="mb-1 text-sm font-semibold text-muted">En esta página</p>
        <ContentsOf chapters={chapters} />
      </div>
    </nav>
    <div className="flex min-w-0 flex-col gap-12">
      {children}
      {chapters.map((chapter) => (
        <section
          key={chapter.id}
          id={chapter.id}
          aria-labelledby={`${chapter.id}-titulo`}
          className="scroll-mt-24"
        >
          <h2 id={`${chapter.id}-titulo`} className="mb-4 text-2xl sm:text-[1.75rem]">
            {chapter.title}
          </h2>
          <Blocks blocks={chapter.blocks} />
        </section>
      ))}
    </div>
  </div>
)

const ContentsOf = ({ chapters }: { chapters: readonly Chapter[] }) => (
  <ol className="flex flex-col pb-2 text-[0.9375rem] lg:border-l lg:border-line">
    {chapters.map((chapter) => (
      <li key={chapter.id}>
        <a
          href={`#${chapter.id}`}
          className="flex min-h-11 items-center py-1.5 leading-snug text-muted hover:text-ink hover:underline lg:pl-4"
        >
          {chapter.title}
        </a>
      </li>
    ))}
  </ol>
)

/** A visible note that no lawyer has reviewed a legal text yet. */
export const Draft = () => (
  <p
    role="note"
    className="measure flex gap-3 rounded-lg border border-maiz/60 bg-maiz-soft px-4 py-3.5 text-maiz-ink"
  >
    <Scale aria-hidden className="mt-0.5 size-5 shrink-0" />
    <span>
      <strong>Borrador, pendiente de revisión legal.</strong> Este texto describe cómo funciona Kalli hoy. Lo
      revisará una persona abogada antes de la apertura al público; hasta entonces no es un contrato
      definitivo.
    </span>
  </p>
)
