/** The cookie in which a browser remembers the place of its last search: a named place, no position (docs/search/address.md). */
export const lastPlaceCookie = 'place'
