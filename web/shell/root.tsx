import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  useRouterState,
} from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import { hasPendingChoice } from '#web/parts/favourite/has-pending.ts'
import { sessionQuery } from '#web/session.ts'
import FooterNow from '#web/shell/footer.tsx'
import { Header } from '#web/shell/header.tsx'
import { Line } from '#web/shell/line.tsx'
import { PlainToast } from '#web/shell/plain-toast.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Still } from '#web/ui/page/still.tsx'
import { currentToast, onToast } from '#web/ui/toast.ts'
import '#web/ui/kalli.css'

// Not needed on the first page: loaded once that page is hydrated. Without a connection the page works without it.
const Arrival = lazy(() => import('#web/shell/arrival.tsx').catch(() => ({ default: () => <></> })))
const NotRefreshed = lazy(() =>
  import('#web/ui/page/not-refreshed.tsx').catch(() => ({ default: () => <></> })),
)
const TabBar = lazy(() => import('#web/shell/work/tab-bar.tsx'))
const Rail = lazy(() => import('#web/shell/work/rail.tsx'))
const CompletePending = lazy(() => import('#web/parts/favourite/complete-pending.tsx'))
const SignInReturn = lazy(() => import('#web/shell/sign-in-return.tsx'))
const Toaster = lazy(() => import('#web/ui/toaster.tsx').catch(() => ({ default: PlainToast })))
const footerLater = lazy(() => import('#web/shell/footer.tsx'))
// Rendered by the server, the same on every page: the browser never needs its code.
const Footer = createIsomorphicFn()
  .server(() => FooterNow)
  .client(() => footerLater)()

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context }) => ({ user: await context.queryClient.ensureQueryData(sessionQuery) }),
  head: () => ({
    meta: [
      {
        name: 'viewport',
        content:
          'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content',
      },
      { title: 'Kalli · Belleza y bienestar, con lugar y hora de verdad' },
      {
        name: 'description',
        content:
          'Encuentra profesionales de belleza, bienestar y salud en México, mira sus horarios realmente libres y reserva en minutos.',
      },
      { property: 'og:site_name', content: 'Kalli' },
      { property: 'og:locale', content: 'es_MX' },
    ],
    links: [
      { rel: 'preload', as: 'font', type: 'font/woff2', href: fraunces, crossOrigin: 'anonymous' },
      { rel: 'preload', as: 'font', type: 'font/woff2', href: figtree, crossOrigin: 'anonymous' },
      { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
    ],
  }),
  shellComponent: Document,
  component: Shell,
})

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="es-MX">
      <head>
        {/* First in the head: a browser looks for the encoding in the first 1,024 bytes. */}
        <meta charSet="utf-8" />
        <HeadContent />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name="theme-color" content="#faf5ed" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a1411" media="(prefers-color-scheme: dark)" />
        <noscript>
          <style>{'.needs-scripts{display:none!important}'}</style>
        </noscript>
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function Shell() {
  const isBack = useRouterState({ select: ({ location }) => 'auth' in location.search })
  // A page embedded by other sites has no header and footer of Kalli.
  const bare = useRouterState({ select: ({ location }) => location.pathname === '/book' })
  const works = useRouterState({ select: ({ matches }) => matches[1]?.routeId === '/_signed-in' })
  const pays = useRouterState({ select: ({ location }) => location.pathname === '/dynamic-checkout' })
  const { user } = Route.useRouteContext()
  const hasRail = works && user !== null
  const wished = useSyncExternalStore(never, hasPendingChoice, () => false)
  // Outside React's own work, which has to draw the pressed part first.
  useEffect(() => void setTimeout(() => window.kalliEarly?.wake()), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links inside are what is pressed
    <div className="flex min-h-dvh flex-col" onClickCapture={bare ? leaveFrame : undefined}>
      <a
        href="#contenido"
        className="sr-only rounded-md bg-surface px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
      >
        Saltar al contenido
      </a>
      {bare ? null : <Header />}
      <Suspense>
        <NotRefreshed
          className={classNames(
            'sticky z-30 animate-rise bg-maiz-soft py-1 text-maiz-ink short:static',
            bare
              ? 'top-0'
              : 'top-[calc(4rem+env(safe-area-inset-top))] lg:top-[calc(4.5rem+env(safe-area-inset-top))]',
          )}
        />
      </Suspense>
      {/* When large text leaves no room for both side by side, the rail moves below. */}
      <div className={classNames('flex flex-1', hasRail && 'lg:flex-wrap-reverse lg:items-end')}>
        {works && user !== null ? (
          <Suspense>
            <Rail user={user} />
          </Suspense>
        ) : null}
        <main
          id="contenido"
          tabIndex={-1}
          className={classNames('min-w-0 flex-1 outline-none', hasRail && 'lg:basis-[min(100%,44rem)]')}
        >
          <Outlet />
        </main>
      </div>
      {bare ? null : (
        <Still>
          <Footer />
        </Still>
      )}
      <Line />
      {user === null || bare || pays ? null : (
        <Suspense>
          <TabBar user={user} />
        </Suspense>
      )}
      <Suspense>
        <Arrival />
      </Suspense>
      {isBack ? (
        <Suspense>
          <SignInReturn />
        </Suspense>
      ) : null}
      {user !== null && wished ? (
        <Suspense>
          <CompletePending />
        </Suspense>
      ) : null}
      <LateToaster />
    </div>
  )
}

const never = () => () => {}

/** Only /book may be in another site's frame: any other link opens in the whole window. */
const leaveFrame = ({ target }: MouseEvent) => {
  const link = target instanceof Element ? target.closest('a') : null
  if (link !== null && window.self !== window.top && link.target === '' && link.pathname !== '/book')
    link.target = '_top'
}

/** The toaster's code is loaded with the first toast. */
function LateToaster() {
  const toast = useSyncExternalStore(onToast, currentToast, () => undefined)
  const [needed, setNeeded] = useState(false)
  if (toast !== undefined && !needed) setNeeded(true)
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
