import type { Chain } from '@gridloom/contract/wallet/chain'

/** The page of a transaction; `null`: the chain has no explorer, or there is no transaction. */
export function explorerUrl(
  { block_explorer: explorer }: Chain,
  hash: string | null,
): string | null {
  return explorer === null || hash === null ? null : `${explorer.url}/tx/${hash}`
}
