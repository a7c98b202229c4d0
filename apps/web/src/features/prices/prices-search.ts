/** The hardware whose days are shown, in the URL. */
export interface PricesSearch {
  hardware?: string
}

export function readPricesSearch({ hardware }: Record<string, unknown>): PricesSearch {
  return typeof hardware === 'string' && hardware.length <= 300 ? { hardware } : {}
}
