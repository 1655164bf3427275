/** Of many tabs on a phone, the chosen one is to be seen; its row is `relative` and scrolls. */
export const bringIn = (tab: HTMLElement | null) =>
  tab?.parentElement?.scrollTo({ left: tab.offsetLeft - 40 })
