import { createWalletClient, type Hex, http, parseAbi, publicActions } from 'viem'
import { create2Address, create2Data, create2Deployer } from './create2.ts'
import { payoutBatch, payoutToken } from './payout-bytecode.ts'
import { chainAccounts, type LocalChain, type RunningChain } from './start-chain.ts'

/** How transfers of the token answer, as `payout-token.sol` numbers it. */
const kinds = { true: 0, nothing: 1, false: 2, fee: 3, burns: 4 } as const
export type PayoutTokenKind = keyof typeof kinds

/** A batch contract, and a token of 6 decimals that blocks addresses. */
export interface PayoutsOnChain {
  /** In lower case, as are all addresses. */
  readonly token: Hex
  readonly batch: Hex
  block(holder: string, mode: 'on' | 'off'): Promise<void>
}

/** Where {@link deployPayoutBatch} deploys the batch contract, in lower case. */
export const payoutBatchAddress = create2Address(payoutBatch)

/** Deploys the batch contract where it is not yet. */
export async function deployPayoutBatch({ rpc }: LocalChain): Promise<void> {
  if ((await rpc('eth_getCode', [payoutBatchAddress, 'latest'])) !== '0x') return
  const [{ address: from }] = chainAccounts
  const deploy = { from, to: create2Deployer, data: create2Data(payoutBatch) }
  await rpc('eth_sendTransaction', [deploy])
}

const abi = parseAbi([
  'constructor(uint256 supply, uint256 kind)',
  'function setBlocked(address holder, bool blocked)',
])

/** Deploys both; the first account of the chain holds the supply. */
export async function deployPayouts(
  { id, url }: RunningChain,
  { kind, supply }: { kind: PayoutTokenKind; supply: bigint },
): Promise<PayoutsOnChain> {
  const client = createWalletClient({
    account: chainAccounts[0],
    chain: {
      id,
      name: `Local ${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    },
    transport: http(url),
    pollingInterval: 50,
  }).extend(publicActions)
  const done = (hash: Hex) => client.waitForTransactionReceipt({ hash })
  const addressOf = async (hash: Hex) => {
    const { contractAddress } = await done(hash)
    if (!contractAddress) throw new Error('the contract was not deployed')
    return asHex(contractAddress.toLowerCase())
  }
  const args = [supply, BigInt(kinds[kind])] as const
  const token = await addressOf(await client.deployContract({ abi, bytecode: payoutToken, args }))
  const batch = await addressOf(await client.deployContract({ abi: [], bytecode: payoutBatch }))
  return {
    ...{ token, batch },
    async block(holder, mode) {
      const call = { address: token, abi, functionName: 'setBlocked' } as const
      await done(await client.writeContract({ ...call, args: [asHex(holder), mode === 'on'] }))
    },
  }
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
