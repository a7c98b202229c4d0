import { readAddress } from '@gridloom/domain/wallet/address'
import { z } from 'zod'

// What the wallet sends, decrypted.

const Address = z.string().transform((text, context) => {
  const address = readAddress(text)
  if (address === undefined) context.addIssue('not an address')
  return address ?? z.NEVER
})

/** The state of a session, as the wallet tells it. */
export const SessionParams = z.object({
  approved: z.boolean(),
  chainId: z.int().min(1).nullish(),
  accounts: z.array(Address).max(50).nullish(),
  peerId: z.string().max(200).nullish(),
})
export type SessionParams = z.infer<typeof SessionParams>

/** An update of the session by the wallet. */
export const SessionUpdate = z.object({
  method: z.literal('wc_sessionUpdate'),
  params: z.tuple([SessionParams], z.unknown()),
})

/** The response to a request, with a result or an error. */
export const Response = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string().max(2_000) }).optional(),
})
export type Response = z.infer<typeof Response>

/** The methods that the wallet knows. Source: the exchange wallet's list. */
export const methods: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'eth_signTransaction',
  'eth_sendTransaction',
  'eth_sign',
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v1',
  'eth_signTypedData_v2',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
])
