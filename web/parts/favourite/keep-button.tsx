import { Link } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { rememberPending } from '#web/parts/favourite/pending.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

export type Saved = { kind: 'professional' | 'space'; id: number; name: string }

/** Only who has an account needs its code. */
const OwnHeart = lazy(() => import('#web/parts/favourite/own-heart.tsx'))

const look = buttonClass({ tone: 'secondary', size: 'small' })

/** Keeps a professional or a space for later. Visitors sign in first, and then it is done. */
export const KeepButton = ({
  signedIn,
  path,
  ...saved
}: Saved & { signedIn: boolean; /** Where a visitor comes back to. */ path: string }) =>
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
