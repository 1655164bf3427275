import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { privacy } from '#web/parts/article/privacy.ts'
import { ArticleHead, Chapters, Draft } from '#web/parts/article/article.tsx'

const lead = 'Qué datos guardamos, para qué, con quién se comparten y cómo ejercer tus derechos ARCO.'

export const Route = createFileRoute('/privacy')({
  head: () =>
    publicHead({ title: 'Aviso de privacidad', description: lead, path: '/privacy', type: 'article' }),
  component: Screen,
})

function Screen() {
  return (
    <article>
      <ArticleHead eyebrow="Legal" title="Aviso de privacidad" lead={lead} />
      <Chapters chapters={privacy}>
        <Draft />
      </Chapters>
    </article>
  )
}
