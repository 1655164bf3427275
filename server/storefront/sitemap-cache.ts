/**
 * Sitemaps, generated once an hour in this process: a crawler that comes by several host names, or twice, costs the database one read. The
 * cached text has no host; that is filled in as it is sent.
 */
import { hourMs } from '#contract/platform/duration.ts'
import type { AppContext } from '#server/platform/work.ts'

const lifeMs = hourMs
/** A list of ten thousand pages is about a megabyte. */
const maxTexts = 16

/** Placeholder for scheme and host; a slug has no braces. */
export const anyOrigin = '{origin}'

type Cached = { until: number; chunks: Promise<readonly string[]> }

export const openSitemapCache = ({ clock }: Pick<AppContext, 'clock'>) => {
  const texts = new Map<string, Cached>()
  return async function* (
    path: string,
    origin: string,
    write: () => AsyncIterable<string>,
  ): AsyncGenerator<string> {
    const now = clock().getTime()
    const known = texts.get(path)
    const cached =
      known !== undefined && known.until > now ? known : { until: now + lifeMs, chunks: all(write()) }
    // Moves the most recently requested to the end; the first is evicted.
    texts.delete(path)
    texts.set(path, cached)
    const [oldest] = texts.keys()
    if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest)
    try {
      for (const chunk of await cached.chunks) yield chunk.replaceAll(anyOrigin, origin)
    } catch (error) {
      texts.delete(path)
      throw error
    }
  }
}

/** In pieces of about a thousand lines, as they are sent. */
const all = async (parts: AsyncIterable<string>) => {
  const chunks: string[] = []
  let chunk = ''
  for await (const part of parts) {
    chunk += part
    if (chunk.length < 100_000) continue
    chunks.push(chunk)
    chunk = ''
  }
  return [...chunks, chunk]
}
