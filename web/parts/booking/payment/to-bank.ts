/** Goes to the bank's page. If the client comes back to the cached page, its state is reloaded. */
export const goToBank = (address: string, onReturn: () => unknown) => {
  window.addEventListener('pageshow', () => void onReturn(), { once: true })
  window.location.assign(address)
}
