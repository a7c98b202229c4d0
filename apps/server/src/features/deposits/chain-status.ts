import type { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import type { DepositChainConfig } from '../../deposits-config.ts'
import type { DepositChainRow } from './schema.ts'
import { configurationOf } from './watch/verify-contracts.ts'

/** Whether deposits on a chain can be made now. */
export function statusOf(
  config: DepositChainConfig,
  row: DepositChainRow | undefined,
): DepositChain['status'] {
  if (row?.verified_as !== configurationOf(config)) return 'unavailable'
  if (row.alarm === 'contracts_differ' || row.alarm === 'decimals_differ') return 'unavailable'
  if (row.alarm === 'chain_stalled') return 'stalled'
  return row.alarm === 'unreachable' ? 'unreachable' : 'ready'
}
