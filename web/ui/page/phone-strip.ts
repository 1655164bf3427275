/**
 * For a list of cards in a grid: a phone has them beside each other, pushed along; the edge of the next one shows that there are more.
 * Words for screen readers are placed absolutely: the strip holds them (`relative`), or they would widen the page.
 */
export const phoneStrip =
  'no-scrollbar max-sm:relative max-sm:-mx-1 max-sm:flex max-sm:snap-x max-sm:overflow-x-auto max-sm:p-1 max-sm:*:w-[86%] max-sm:*:shrink-0 max-sm:*:snap-start max-sm:*:only:w-full'
