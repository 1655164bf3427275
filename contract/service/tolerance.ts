/** Default waiting time for the other party (product.md §3). */
export const usualToleranceMinutes = 15
