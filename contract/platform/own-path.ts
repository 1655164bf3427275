/** Longer paths are not genuine requests, and do not fit into a cookie. */
const longest = 1500
const base = 'http://kalli.invalid'

/**
 * Destination after signing in: a path of our own pages, otherwise home, whatever `redirect` contains. As a query
 * parameter it may be encoded once more than in our own links (spec §2: "the decoded value").
 */
export const ownPath = (wanted: string | undefined): string => {
  if (wanted === undefined || wanted.length > longest) return '/'
  const path = addressOf(wanted)
  return path !== undefined && isPage(path) ? path : '/'
}

/** Resolved as a browser would, including tabs, dots and backslashes; undefined when it leads elsewhere. */
const addressOf = (wanted: string): string | undefined => {
  const plain = /^%(25)*2f/i.test(wanted) ? decoded(wanted) : wanted
  if (!plain.startsWith('/') || !URL.canParse(plain, base)) return undefined
  const address = new URL(plain, base)
  return address.origin === base ? address.pathname + address.search + address.hash : undefined
}

/** Rejects other hosts, however often encoded, API calls, and the sign-in page itself, which would loop. */
const isPage = (path: string): boolean => {
  const open = decoded(path.replace(/[?#].*$/, ''))
  return !/^\/\s*[/\\]/.test(open) && !/^\/(api|auth)(\/|$)/i.test(open) && !hasControls(open)
}

const decoded = (text: string): string => {
  let now = text
  // Each round decodes at least one escape (two characters fewer), so the loop ends.
  while (true) {
    const next = decodedOnce(now)
    if (next === now) return now
    now = next
  }
}

const decodedOnce = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// oxlint-disable-next-line no-control-regex
const hasControls = (text: string) => /[\u0000-\u001f\u007f]/.test(text)
