/** Longer paths are not genuine requests; they would not fit a cookie either. */
const longest = 1500
const base = 'http://kalli.invalid'

/**
 * Where to go after signing in: an address of our own pages, whatever the `redirect` said; else home. It is passed in an address, so it
 * may be encoded once more than in our own links (spec §2: "the decoded value").
 */
export const ownPath = (wanted: string | undefined): string => {
  if (wanted === undefined || wanted.length > longest) return '/'
  const path = addressOf(wanted)
  return path !== undefined && isPage(path) ? path : '/'
}

/** As a browser would read it, tabs, dots and backslashes included; undefined when it leads elsewhere. */
const addressOf = (wanted: string): string | undefined => {
  const plain = /^%(25)*2f/i.test(wanted) ? decoded(wanted) : wanted
  if (!plain.startsWith('/') || !URL.canParse(plain, base)) return undefined
  const address = new URL(plain, base)
  return address.origin === base ? address.pathname + address.search + address.hash : undefined
}

/** Not another host, however often it was encoded; not a call, and not the door itself, or one would turn in circles. */
const isPage = (path: string): boolean => {
  const open = decoded(path.replace(/[?#].*$/, ''))
  return !/^\/\s*[/\\]/.test(open) && !/^\/(api|auth)(\/|$)/i.test(open) && !hasControls(open)
}

const decoded = (text: string): string => {
  let now = text
  // Each round removes at least two characters of what is encoded, so it ends.
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
