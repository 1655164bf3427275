import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, Search } from 'lucide-react'
import { useState } from 'react'
import { ArticleHead, Blocks } from '#web/parts/article/article.tsx'
import { audiences, type Audience, type HelpArticle } from '#web/parts/help/articles.ts'
import { findArticles } from '#web/parts/help/search.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/input.tsx'

const places = [
  { audience: 'professionals', to: paths.helpProfessionals() },
  { audience: 'hosts', to: paths.helpHosts() },
] as const

/** Questions and answers, searched on the page; without scripts the search is a plain form. */
export const Help = ({
  audience,
  search: requested,
  title,
  lead,
  path,
}: {
  audience?: Audience
  search: string
  title: string
  lead: string
  path: string
}) => {
  const [typed, setTyped] = useState(requested)
  const found = findArticles(typed, audience)
  return (
    <>
      <ArticleHead eyebrow="Centro de ayuda" title={title} lead={lead}>
        <SearchForm start={requested} typed={typed} path={path} onType={setTyped} />
        <nav aria-label="Secciones de la ayuda" className="flex flex-wrap gap-2">
          {audience === undefined ? null : (
            <Link {...paths.help()} className={chip}>
              Toda la ayuda
            </Link>
          )}
          {places
            .filter((place) => place.audience !== audience)
            .map((place) => (
              <Link key={place.audience} {...place.to} className={chip}>
                Para {audiences[place.audience].toLocaleLowerCase('es-MX')}
              </Link>
            ))}
        </nav>
      </ArticleHead>
      <div className="page flex max-w-list! flex-col gap-12 pt-10">
        <p role="status" className={typed === '' ? 'sr-only' : 'text-muted'}>
          {typed === ''
            ? ''
            : `${found.length} ${found.length === 1 ? 'respuesta' : 'respuestas'} para «${typed}»`}
        </p>
        {found.length === 0 ? (
          <p className="measure text-lg">
            No encontramos nada con esas palabras. Prueba con otras o{' '}
            <Link {...paths.contact()} className="font-semibold text-barro-deep underline underline-offset-3">
              escríbenos
            </Link>
            .
          </p>
        ) : (
          groupsOf(found).map(([name, list]) => (
            <section key={name} aria-labelledby={`ayuda-${name}`}>
              <h2 id={`ayuda-${name}`} className="mb-4 text-2xl">
                {audiences[name]}
              </h2>
              <div className="overflow-hidden rounded-lg border border-line bg-surface">
                {list.map((article) => (
                  <Question key={article.id} article={article} open={typed !== '' && list.length <= 3} />
                ))}
              </div>
            </section>
          ))
        )}
        <aside className="flex flex-wrap items-center justify-between gap-4 rounded-xl bg-noche p-6 text-on-noche sm:p-8">
          <div>
            <h2 className="text-2xl">¿No está aquí?</h2>
            <p className="mt-1 text-on-noche-muted">Cuéntanos qué pasó. Te responde una persona.</p>
          </div>
          <Link {...paths.contact()} className={buttonClass({ tone: 'onDark' })}>
            Escríbenos
          </Link>
        </aside>
      </div>
    </>
  )
}

const SearchForm = ({
  start,
  typed,
  path,
  onType,
}: {
  start: string
  typed: string
  /** Where the form is submitted without scripts. */
  path: string
  onType: (text: string) => void
}) => {
  const navigate = useNavigate()
  return (
    <form
      role="search"
      method="get"
      action={path}
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: '.', search: typed === '' ? {} : { q: typed }, replace: true })
      }}
      className="mt-2 flex max-w-xl gap-2"
    >
      <span className="relative min-w-0 flex-1">
        <Search aria-hidden className="absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted" />
        <Input
          type="search"
          aria-label="Buscar en la ayuda"
          name="q"
          defaultValue={start}
          maxLength={80}
          autoComplete="off"
          placeholder="Cancelar, cobrar, convenio…"
          onChange={(event) => onType(event.target.value)}
          className="pl-11"
        />
      </span>
      <button type="submit" className={buttonClass()}>
        Buscar
      </button>
    </form>
  )
}

const chip =
  'inline-flex min-h-11 items-center rounded-full border border-edge/60 bg-surface px-4 text-[0.9375rem] font-semibold hover:border-ink/70'

const groupsOf = (list: readonly HelpArticle[]) => {
  const groups = new Map<Audience, HelpArticle[]>()
  for (const one of list) groups.set(one.audience, [...(groups.get(one.audience) ?? []), one])
  return [...groups]
}

const Question = ({ article, open }: { article: HelpArticle; open: boolean }) => (
  <details id={article.id} open={open} className="group scroll-mt-24 border-b border-line last:border-0">
    <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3.5 text-[1.0625rem] font-semibold [&::-webkit-details-marker]:hidden">
      <h3 className="font-sans text-[1.0625rem] leading-snug font-semibold tracking-normal">
        {article.title}
      </h3>
      <ChevronDown
        aria-hidden
        className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
      />
    </summary>
    <div className="px-5 pb-6">
      <Blocks blocks={article.blocks} />
    </div>
  </details>
)
