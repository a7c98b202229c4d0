import type { GaslessMethod } from '@gridloom/contract/deposits/gasless'
import { assertNever } from '../assert-never.ts'

/** What a payer signs. Addresses are in lower case. */
export interface GaslessTerms {
  readonly method: GaslessMethod
  readonly chainId: number
  readonly token: string
  /** The token's domain (EIP-712). */
  readonly domain: { readonly name: string; readonly version: string }
  readonly payer: string
  /** The deposit address. */
  readonly to: string
  /** The relayer, which a permit allows to transfer. */
  readonly relayer: string
  readonly amount: bigint
  /** 32 bytes in hexadecimal for an authorization; the payer's number at the token for a permit. */
  readonly nonce: string
  /** Until when it is good, in seconds since 1970. */
  readonly validUntil: number
}

const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The typed data of a payment. Sources: EIP-712, EIP-3009 (`TransferWithAuthorization`), EIP-2612 (`Permit`). */
export function gaslessTypedData(terms: GaslessTerms) {
  const { chainId, token, domain } = terms
  return {
    domain: { ...domain, chainId, verifyingContract: asHex(token) },
    ...ofMethod(terms),
  }
}

function ofMethod(terms: GaslessTerms) {
  const value = String(terms.amount)
  switch (terms.method) {
    case 'authorization':
      return {
        primaryType: 'TransferWithAuthorization' as const,
        types: { EIP712Domain: domainTypes, TransferWithAuthorization: authorizationTypes },
        message: {
          ...{ from: terms.payer, to: terms.to, value, validAfter: '0' },
          ...{ validBefore: String(terms.validUntil), nonce: terms.nonce },
        },
      }
    case 'permit':
      return {
        primaryType: 'Permit' as const,
        types: { EIP712Domain: domainTypes, Permit: permitTypes },
        message: {
          ...{ owner: terms.payer, spender: terms.relayer, value, nonce: terms.nonce },
          deadline: String(terms.validUntil),
        },
      }
    default:
      return assertNever(terms.method)
  }
}

const authorizationTypes = [
  { type: 'address', name: 'from' },
  { type: 'address', name: 'to' },
  { type: 'uint256', name: 'value' },
  { type: 'uint256', name: 'validAfter' },
  { type: 'uint256', name: 'validBefore' },
  { type: 'bytes32', name: 'nonce' },
] as const

const permitTypes = [
  { type: 'address', name: 'owner' },
  { type: 'address', name: 'spender' },
  { type: 'uint256', name: 'value' },
  { type: 'uint256', name: 'nonce' },
  { type: 'uint256', name: 'deadline' },
] as const

/** Addresses have been checked. */
function asHex(address: string): `0x${string}` {
  return `0x${address.slice(2)}`
}
