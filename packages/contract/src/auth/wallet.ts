import { z } from 'zod'
import { WalletId } from '../core/ids.ts'
import { PlainLine, Timestamp } from '../core/values.ts'
import { EvmAddress } from '../wallet/address.ts'
import { ChainId } from '../wallet/chain.ts'

/** An address that an account has proved to control. */
export const LinkedWallet = z.strictObject({
  id: WalletId,
  address: EvmAddress,
  /** The chain on which a contract controls the address; `null`: a key does, on every chain. */
  contract_chain_id: ChainId.nullable(),
  label: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type LinkedWallet = z.infer<typeof LinkedWallet>

export const WalletLabel = PlainLine.min(1, 'Label is required').max(60)

/** The address that is to sign, and the chain that the wallet is connected to. */
export const WalletSigner = z.strictObject({ address: EvmAddress, chain_id: ChainId })
export type WalletSigner = z.infer<typeof WalletSigner>

/** A message to sign (EIP-4361), made by the server; valid once, for 5 minutes, in the browser that asked for it. */
export const WalletMessage = z.strictObject({
  nonce: z.string().meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015'] }),
  message: z.string(),
  expires_at: Timestamp,
})
export type WalletMessage = z.infer<typeof WalletMessage>

/** The signature of such a message: 65 bytes of a key, or whatever the contract of the address accepts. */
export const WalletSignature = z.strictObject({
  nonce: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be the nonce of a message')
    .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015'] }),
  signature: z
    .string()
    .regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/, 'must be a signature in hexadecimal')
    .meta({ examples: [`0x${'1b'.repeat(65)}`] }),
})
export type WalletSignature = z.infer<typeof WalletSignature>
