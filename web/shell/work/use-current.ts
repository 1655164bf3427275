import { useRouter, useRouterState } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'

/** What in an address makes it another screen than the same path without it. */
const telling = ['tab', 'view', 'section', 'as'] as const

const screenOf = (pathname: string, searchStr: string) => {
  const search = new URLSearchParams(searchStr)
  // The calendar is one screen, however many days it shows.
  const told = pathname === '/professional-calendar-advanced' ? [] : telling
  return [pathname, ...told.map((name) => search.get(name) ?? '')].join('|').replaceAll('"', '')
}

/** Says of a link whether it leads to the screen that is shown, whatever day or person is shown on it. */
export const useCurrent = () => {
  const router = useRouter()
  const shown = useRouterState({ select: ({ location }) => screenOf(location.pathname, location.searchStr) })
  return (link: LinkProps): boolean => {
    const { pathname, searchStr } = router.buildLocation(link)
    return screenOf(pathname, searchStr) === shown
  }
}
