import type { DepositTokenConfig } from '../../../../deposits-config.ts'
import { type ChainRpc, RpcRefused } from '../../../../platform/chains/chain-rpcs.ts'
import { asDown, isRevert } from '../../../../platform/chains/sending/read-chain.ts'
import { asHex } from '../../../../platform/chains/sending/token-calls.ts'
import type { WatchCtx, WatchedChainParts } from '../../ctx.ts'
import { saveToken, selectTokens } from '../relayers-store.ts'

/** Contracts behind proxies change. */
const againMs = 10 * 60_000

const abi = [
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function name() view returns (string)',
  'function version() view returns (string)',
] as const

/** Compares, from time to time, the domains (EIP-712) of a chain's tokens with what their contracts state. @throws {ChainDown} */
export async function checkTokens(
  ctx: WatchCtx,
  { config, rpc }: WatchedChainParts,
): Promise<void> {
  const now = ctx.clock.now()
  const known = await selectTokens(ctx.db)
  for (const token of config.tokens) {
    const row = known.find((one) => one.chain_id === config.chain.id && one.token === token.address)
    const isFresh = row !== undefined && now.getTime() - row.checked_at.getTime() < againMs
    if (token.gasless === null || isFresh) continue
    const found = await readDomain(rpc, token)
    const at = { chain_id: config.chain.id, token: token.address, checked_at: now }
    await ctx.transact((tx) =>
      saveToken(tx, {
        ...at,
        domain_name: found.problem === null ? found.name : null,
        domain_version: found.problem === null ? found.version : null,
        problem: found.problem,
      }),
    )
    if (found.problem !== null && row?.problem !== found.problem)
      ctx.log.error(
        { event: 'deposits.gasless_refused', chain: config.chain.id, token: token.address },
        found.problem,
      )
  }
}

type Domain = { problem: string } | { problem: null; name: string; version: string }

/** The domain whose hash the contract states. A name alone could be another one than it verifies with. */
async function readDomain(
  rpc: ChainRpc,
  { address, gasless }: DepositTokenConfig,
): Promise<Domain> {
  const { domainSeparator } = await import('viem')
  const stated = await read(rpc, address, 'DOMAIN_SEPARATOR')
  if (stated === undefined) return { problem: 'The contract states no DOMAIN_SEPARATOR' }
  const described = await readDescribed(rpc, address)
  const name = gasless?.name ?? described?.name ?? (await read(rpc, address, 'name'))
  const version =
    gasless?.version ?? described?.version ?? (await read(rpc, address, 'version')) ?? '1'
  if (typeof name !== 'string' || typeof version !== 'string' || !isShort(name, version))
    return { problem: 'The contract states no name' }
  const chainId = rpc.chain.id
  const computed = domainSeparator({
    domain: { name, version, chainId, verifyingContract: asHex(address) },
  })
  if (computed === stated) return { problem: null, name, version }
  return { problem: 'DOMAIN_SEPARATOR is of another name, version or chain' }
}

function isShort(...texts: string[]): boolean {
  return texts.every((text) => text.length <= 200)
}

/** What the contract says of its domain (EIP-5267), where it does. */
async function readDescribed(rpc: ChainRpc, token: string) {
  const described = await read(rpc, token, 'eip712Domain')
  if (!Array.isArray(described)) return undefined
  const [, name, version]: unknown[] = described
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined
}

async function read(
  rpc: ChainRpc,
  token: string,
  functionName: 'DOMAIN_SEPARATOR' | 'eip712Domain' | 'name' | 'version',
): Promise<unknown> {
  const { decodeFunctionResult, encodeFunctionData, parseAbi } = await import('viem')
  const parsed = parseAbi(abi)
  try {
    const call = { to: token, data: encodeFunctionData({ abi: parsed, functionName }) }
    const result = await rpc.request('eth_call', [call, 'latest'])
    if (typeof result !== 'string' || !/^0x(?:[0-9a-f]{2}){1,4096}$/i.test(result)) return undefined
    return decodeFunctionResult({ abi: parsed, functionName, data: asHex(result) })
  } catch (error) {
    if (error instanceof RpcRefused && !isRevert(error)) throw asDown(error)
    // @NOTE the contract has no such function, or returns something else
    if (error instanceof RpcRefused || isDecoding(error)) return undefined
    throw error
  }
}

function isDecoding(error: unknown): boolean {
  return error instanceof Error && /Abi|Decod|Position|Bytes|Cursor/.test(error.name)
}
