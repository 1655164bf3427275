/** Off to the bank's page. Whoever comes back to ours as the browser kept it is shown what became of it meanwhile. */
export const goToBank = (address: string, onReturn: () => unknown) => {
  window.addEventListener('pageshow', () => void onReturn(), { once: true })
  window.location.assign(address)
}
