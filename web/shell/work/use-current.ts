import { useRouter, useRouterState } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'

/** The parameters that make an address another screen than the same path without them. */
const telling = ['tab', 'view', 'section', 'as'] as const

const screenOf = (pathname: string, searchStr: string) => {
  const search = new URLSearchParams(searchStr)
  // The calendar is one screen, however many days it shows.
  const shown = pathname === '/professional-calendar-advanced' ? [] : telling
  return [pathname, ...shown.map((name) => search.get(name) ?? '')].join('|').replaceAll('"', '')
}

/** Whether a link leads to the current screen, whatever day or person that shows. */
export const useCurrent = () => {
  const router = useRouter()
  const shown = useRouterState({ select: ({ location }) => screenOf(location.pathname, location.searchStr) })
  return (link: LinkProps): boolean => {
    const { pathname, searchStr } = router.buildLocation(link)
    return screenOf(pathname, searchStr) === shown
  }
}
