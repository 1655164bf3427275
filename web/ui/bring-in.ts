/** Of many tabs on a phone, the chosen one is to be seen; its row is `relative` and scrolls. */
export const bringIn = (tab: HTMLElement | null) => {
  const row = tab?.parentElement
  if (!row) return undefined
  // A count that comes later makes its tab wider, and pushes the others; a telephone that is turned makes the row narrower.
  const grows = new ResizeObserver(() => row.scrollTo({ left: tab.offsetLeft - 40 }))
  for (const one of [row, ...row.children]) grows.observe(one)
  return () => grows.disconnect()
}
