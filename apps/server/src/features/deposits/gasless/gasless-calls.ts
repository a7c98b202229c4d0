import { type GaslessTerms, gaslessTypedData } from '@gridloom/domain/deposits/gasless-typed-data'
import { asHex } from '../../../platform/chains/sending/token-calls.ts'
import { recovered } from '../../../platform/chains/verify-hash.ts'
import type { GaslessRow } from './schema.ts'

type Hex = `0x${string}`

const abi = [
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
] as const

/** The forms for payers that are contracts, as the USDC contracts have them since 2.2. */
const contractAbi = [
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
] as const

/** What the payer of a payment signs. */
export function termsOf(row: GaslessRow): GaslessTerms {
  return {
    ...{ method: row.method, chainId: row.chain_id, token: row.token, payer: row.payer },
    domain: { name: row.domain_name, version: row.domain_version },
    ...{ to: row.address, relayer: row.relayer, amount: BigInt(row.amount), nonce: row.nonce },
    validUntil: Math.floor(row.valid_until.getTime() / 1_000),
  }
}

/** The hash that a signature of a payment signs. */
export async function hashOf(row: GaslessRow): Promise<Hex> {
  const { hashTypedData } = await import('viem')
  const { domain, types, primaryType, message } = gaslessTypedData(termsOf(row))
  return hashTypedData({ domain, types, primaryType, message } as Parameters<
    typeof hashTypedData
  >[0])
}

/** The data of the call that is due. */
export async function callOf(row: GaslessRow): Promise<Hex> {
  const { encodeFunctionData, parseAbi } = await import('viem')
  if (row.method === 'permit' && row.step === 'transfer')
    return encodeFunctionData({
      ...{ abi: parseAbi(abi), functionName: 'transferFrom' },
      args: [asHex(row.payer), asHex(row.address), BigInt(row.amount)],
    })
  const signature = asHex(row.signature ?? '0x')
  if ((await recovered(await hashOf(row), signature)) === row.payer)
    return callByKey(row, signature)
  return callByContract(row, signature)
}

async function callByKey(row: GaslessRow, signature: Hex): Promise<Hex> {
  const { encodeFunctionData, parseAbi, parseSignature } = await import('viem')
  const { r, s, yParity } = parseSignature(signature)
  const v = 27 + yParity
  if (row.method === 'permit')
    return encodeFunctionData({
      ...{ abi: parseAbi(abi), functionName: 'permit', args: [...permitArgs(row), v, r, s] },
    })
  return encodeFunctionData({
    ...{ abi: parseAbi(abi), functionName: 'transferWithAuthorization' },
    args: [...authorizationArgs(row), v, r, s],
  })
}

async function callByContract(row: GaslessRow, signature: Hex): Promise<Hex> {
  const { encodeFunctionData, parseAbi } = await import('viem')
  if (row.method === 'permit')
    return encodeFunctionData({
      ...{ abi: parseAbi(contractAbi), functionName: 'permit' },
      args: [...permitArgs(row), signature],
    })
  return encodeFunctionData({
    ...{ abi: parseAbi(contractAbi), functionName: 'transferWithAuthorization' },
    args: [...authorizationArgs(row), signature],
  })
}

function permitArgs(row: GaslessRow) {
  const { payer, relayer, amount, validUntil } = termsOf(row)
  return [asHex(payer), asHex(relayer), amount, BigInt(validUntil)] as const
}

function authorizationArgs(row: GaslessRow) {
  const { payer, to, amount, validUntil, nonce } = termsOf(row)
  return [asHex(payer), asHex(to), amount, 0n, BigInt(validUntil), asHex(nonce)] as const
}
