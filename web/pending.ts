import { useRouterState } from '@tanstack/react-router'

/**
 * What the address of this screen asks for to which one is already on the way: of two choices made in a row the second must know of the
 * first, though its page is still coming. Undefined on the way elsewhere.
 */
export const useAhead = <T>(read: (search: Record<string, unknown>) => T): T | undefined => {
  const ahead = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === resolvedLocation?.pathname ? location.search : undefined,
  })
  return ahead === undefined ? undefined : read({ ...ahead })
}
