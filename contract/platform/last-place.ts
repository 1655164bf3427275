/** Cookie with the place of the browser's last search: a named place, no position (docs/search/address.md). */
export const lastPlaceCookie = 'place'
