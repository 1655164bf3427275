/** Lists that are loaded page by page; separate, since most pages show none. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/platform/endpoint.ts'
import { address, type InputOf, keyIn, read, send } from '#web/api.ts'

/** One page of a list, and the address of the next (from the `Link` header). */
export const readPage = async <E extends Endpoint>(
  _: E,
  url: string,
  signal?: AbortSignal,
): Promise<{ items: Reply<E>; next: string | undefined }> => {
  const answer = await send({ method: 'GET', url, body: undefined, idempotencyKey: undefined, signal })
  return { items: read(answer), next: nextPage(answer.link) }
}

/** A list that is read page by page, for `useInfiniteQuery`. */
export const pagesOf = <E extends Endpoint>(endpoint: E, ...[input]: InputOf<E>) =>
  infiniteQueryOptions({
    queryKey: [...keyIn(endpoint, input), 'pages'],
    initialPageParam: address(endpoint, input),
    queryFn: ({ pageParam, signal }) => readPage(endpoint, pageParam, signal),
    getNextPageParam: (page) => page.next,
  })

const nextPage = (link: string | null): string | undefined =>
  /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1]
