import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { terms } from '#web/parts/article/terms.ts'
import { ArticleHead, Chapters, Draft } from '#web/parts/article/article.tsx'

const lead = 'Las reglas de la casa para reservar, trabajar y rentar en Kalli.'

export const Route = createFileRoute('/terms')({
  head: () =>
    publicHead({ title: 'Términos y condiciones', description: lead, path: '/terms', type: 'article' }),
  component: Screen,
})

function Screen() {
  return (
    <article>
      <ArticleHead eyebrow="Legal" title="Términos y condiciones" lead={lead} />
      <Chapters chapters={terms}>
        <Draft />
      </Chapters>
    </article>
  )
}
