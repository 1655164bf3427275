/** Goes to the bank's page. A client who comes back to our page as the browser cached it is shown its current state. */
export const goToBank = (address: string, onReturn: () => unknown) => {
  window.addEventListener('pageshow', () => void onReturn(), { once: true })
  window.location.assign(address)
}
