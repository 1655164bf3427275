/**
 * Classes for a grid of cards: on a phone a horizontally scrolling row, where the edge of the next card shows that there are more. The
 * strip is `relative`, because visually hidden text is absolutely positioned and would widen the page.
 */
export const phoneStrip =
  'no-scrollbar max-sm:relative max-sm:-mx-1 max-sm:flex max-sm:snap-x max-sm:overflow-x-auto max-sm:p-1 max-sm:*:w-[86%] max-sm:*:shrink-0 max-sm:*:snap-start max-sm:*:only:w-full'
