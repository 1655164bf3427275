import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { about } from '#web/parts/article/about.ts'
import { ArticleHead, Chapters } from '#web/parts/article/article.tsx'

const lead =
  'Profesionales, espacios y clientes en una misma agenda, con el dinero claro hasta el último centavo.'

export const Route = createFileRoute('/about')({
  head: () => publicHead({ title: 'Sobre Kalli', description: lead, path: '/about', type: 'article' }),
  component: Screen,
})

function Screen() {
  return (
    <article>
      <ArticleHead eyebrow="Quiénes somos" title="La casa de quienes cuidan" lead={lead} />
      <Chapters chapters={about}></Chapters>
    </article>
  )
}
