import { batchGas, payoutBatchCodeHash } from '@gridloom/domain/payouts/payout-batch'
import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import { ChainDown, type ChainRpc, RpcRefused } from '../../../../platform/chains/chain-rpcs.ts'
import { asDown, isRevert } from '../../../../platform/chains/sending/read-chain.ts'
import {
  allowanceData,
  approveData,
  asHex,
} from '../../../../platform/chains/sending/token-calls.ts'
import type { ContractCall, Source } from '../../ctx.ts'
import type { WalletPayoutRow } from '../../schema.ts'

type Payment = Pick<WalletPayoutRow, 'address' | 'token_units'>

const abi = [
  {
    type: 'function',
    name: 'pay',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'token', type: 'address' },
      { name: 'to', type: 'address[]' },
      { name: 'amounts', type: 'uint256[]' },
    ],
    outputs: [{ name: 'paid', type: 'bool[]' }],
  },
] as const

/** The call that pays many payouts, in this order. */
export async function batchCall(
  { token, contract }: { token: string; contract: string },
  payments: readonly Payment[],
): Promise<ContractCall> {
  const { encodeFunctionData } = await import('viem')
  const to = payments.map(({ address }) => asHex(address))
  const amounts = payments.map(({ token_units }) => BigInt(token_units))
  const data = encodeFunctionData({ abi, functionName: 'pay', args: [asHex(token), to, amounts] })
  return { to: contract, data, gas: batchGas(payments.length) }
}

/** The call that lets the batch contract move so much of the sender's tokens. */
export async function approveCall(
  { token, contract }: { token: string; contract: string },
  units: bigint,
): Promise<ContractCall> {
  return { to: token, data: await approveData(contract, units), gas: transferGas }
}

/** Tries a batch without sending it: which payments would succeed. `undefined`: the whole call would fail. @throws {ChainDown} */
export async function tryBatch(
  { rpc, sender }: Source,
  { to, data, gas }: ContractCall,
): Promise<readonly boolean[] | undefined> {
  const call = { from: sender, to, data, gas: `0x${gas.toString(16)}` }
  const result = await callOrRevert(rpc, call)
  if (result === undefined) return undefined
  const { decodeFunctionResult } = await import('viem')
  try {
    return decodeFunctionResult({ abi, functionName: 'pay', data: result })
  } catch (error) {
    throw new ChainDown('the endpoint answers with something else', { cause: error })
  }
}

/** Tries an allowance without sending it. @throws {ChainDown} */
export async function mayApprove(
  { rpc, sender }: Source,
  { to, data }: ContractCall,
): Promise<boolean> {
  const result = await callOrRevert(rpc, { from: sender, to, data })
  return result !== undefined && (result === '0x' || BigInt(result) === 1n)
}

/** What the contract may move of the sender's tokens; `undefined`: the token has no allowances. @throws {ChainDown} */
export async function readAllowance(
  { rpc, sender, token }: Source,
  contract: string,
): Promise<bigint | undefined> {
  const data = await allowanceData(sender, contract)
  const result = await callOrRevert(rpc, { to: token, data })
  return result === undefined || result.length !== 66 ? undefined : BigInt(result)
}

/** Whether the code at an address is that of the batch contract. It has no owner and cannot change. @throws {ChainDown} */
export async function isBatchContract(rpc: ChainRpc, contract: string): Promise<boolean> {
  const { keccak256 } = await import('viem')
  const code = hexIn(await rpc.request('eth_getCode', [contract, 'latest']).catch(throwDown))
  return keccak256(code) === payoutBatchCodeHash
}

async function callOrRevert(
  rpc: ChainRpc,
  call: { from?: string; to: string; data: string; gas?: string },
): Promise<`0x${string}` | undefined> {
  try {
    return hexIn(await rpc.request('eth_call', [call, 'latest']))
  } catch (error) {
    if (error instanceof RpcRefused && isRevert(error)) return undefined
    throw asDown(error)
  }
}

function throwDown(error: unknown): never {
  throw asDown(error)
}

function hexIn(answer: unknown): `0x${string}` {
  if (typeof answer === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(answer)) return asHex(answer)
  throw new ChainDown('the endpoint answers with something else')
}
