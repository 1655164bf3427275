import { Link } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { rememberPending } from '#web/parts/favourite/pending.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

export type Saved = { kind: 'professional' | 'space'; id: number; name: string }

/** Its code is loaded only for users with an account. */
const OwnHeart = lazy(() => import('#web/parts/favourite/own-heart.tsx'))

const look = buttonClass({ tone: 'secondary', size: 'small' })

/** Saves a professional or a space as a favourite. Visitors sign in first, and then it is saved. */
export const KeepButton = ({
  signedIn,
  path,
  ...saved
}: Saved & { signedIn: boolean; /** The URL that a visitor returns to. */ path: string }) =>
  signedIn ? (
    <Suspense
      fallback={
        <span className={look}>
          <Heart aria-hidden className="size-4.5" />
          Guardar
        </span>
      }
    >
      <OwnHeart {...saved} />
    </Suspense>
  ) : (
    <Link
      {...paths.auth({ redirect: path })}
      className={look}
      onClick={() => rememberPending({ what: 'keep', kind: saved.kind, id: saved.id })}
    >
      <Heart aria-hidden className="size-4.5" />
      Guardar<span className="sr-only">: {saved.name}</span>
    </Link>
  )
