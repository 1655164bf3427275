import { useRouterState } from '@tanstack/react-router'

/**
 * What the pending navigation to this screen asks for: of two choices in quick succession, the second must see the first, though its page
 * is still loading. Undefined when the navigation leads elsewhere.
 */
export const useAhead = <T>(read: (search: Record<string, unknown>) => T): T | undefined => {
  const ahead = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === resolvedLocation?.pathname ? location.search : undefined,
  })
  return ahead === undefined ? undefined : read({ ...ahead })
}
