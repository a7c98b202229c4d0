import { PayeeNeed } from '@gridloom/contract/payouts/settings'
import { Chain } from '@gridloom/contract/wallet/chain'
import { bankText } from '@gridloom/domain/payouts/bank-text'
import { readIban } from '@gridloom/domain/payouts/iban'
import { microUsdPerCent } from '@gridloom/domain/payouts/payout-fee'
import { readAddress } from '@gridloom/domain/wallet/address'
import { z } from 'zod'
import { type ConfiguredPayoutStripe, PayoutStripe, withAccess } from './payout-stripe-config.ts'

/** A stablecoin that payouts are made in, and the address that they are sent from. */
export interface ConfiguredPayoutSource {
  readonly chainId: number
  /** In lower case. */
  readonly token: string
  readonly symbol: string
  readonly decimals: number
  /** A file with the private key of the sender: 64 hexadecimal digits. */
  readonly keyFile: string
  /** Blocks above a transaction before it counts. */
  readonly confirmations: number
  /** What one coin of the chain is worth, for the fee. */
  readonly microUsdPerCoin: number
  /** Most that a unit of gas may cost, in wei: payouts wait above it. */
  readonly maxFeeWei: bigint
  /** The least payout is so large that the fee is at most this. */
  readonly feePercentMax: number
  readonly minimumMicroUsd: number
  /** Two operators approve payouts above it. */
  readonly approveAboveMicroUsd: number
  /** Most that is sent in 24 hours. */
  readonly dailyCapMicroUsd: number
  /** The contract that pays several payouts in one transaction, in lower case; `null`: each is one of its own. */
  readonly batchContract: string | null
}

/** The bank account that payouts are made from, in US dollars, by files that the operator takes to the bank. */
export interface ConfiguredPayoutBank {
  readonly name: string
  readonly iban: string
  readonly bic: string
  /** In whole cents. */
  readonly feeMicroUsd: number
  readonly minimumMicroUsd: number
  /** Two operators approve payouts above it. */
  readonly approveAboveMicroUsd: number
  /** Who pays the banks' charges. */
  readonly charges: 'shared' | 'payer'
}

export interface PayoutPolicy {
  /** For how many days after its day an amount is held, without a trust score; 0: payable at once. */
  readonly holdDays: number
  /** For how many hours a new payout address waits before it is used. */
  readonly addressWaitHours: number
  readonly payee: PayeeNeed
  /** ISO 3166-1 codes of countries that nothing is paid to. */
  readonly blockedCountries: readonly string[]
}

export interface PayoutConfig {
  readonly sources: readonly ConfiguredPayoutSource[]
  readonly bank: ConfiguredPayoutBank | null
  readonly stripe: ConfiguredPayoutStripe | null
  readonly policy: PayoutPolicy
}

const sourcesMax = 20
const usd = z.number().positive().max(1_000_000_000)

const ContractAddress = z
  .string()
  .refine((text) => readAddress(text) !== undefined, 'must be an address with a right checksum')

const Source = z
  .strictObject({
    chainId: Chain.shape.id,
    token: ContractAddress,
    symbol: z.string().min(1).max(12),
    decimals: z.int().min(6).max(36),
    keyFile: z.string().min(1).max(500),
    confirmations: z.int().min(1).max(120).default(20),
    coinUsd: usd,
    maxFeeGwei: z.number().positive().max(100_000).default(100),
    feePercentMax: z.number().positive().max(100).default(2),
    minimumUsd: usd.default(1),
    approveAboveUsd: z.number().min(0).max(1_000_000_000),
    dailyCapUsd: usd,
    batchContract: ContractAddress.optional(),
  })
  .transform(
    (one): ConfiguredPayoutSource => ({
      chainId: one.chainId,
      token: one.token.toLowerCase(),
      symbol: one.symbol,
      decimals: one.decimals,
      keyFile: one.keyFile,
      confirmations: one.confirmations,
      microUsdPerCoin: micro(one.coinUsd),
      maxFeeWei: BigInt(Math.round(one.maxFeeGwei * 1e6)) * 1_000n,
      feePercentMax: one.feePercentMax,
      minimumMicroUsd: micro(one.minimumUsd),
      approveAboveMicroUsd: micro(one.approveAboveUsd),
      dailyCapMicroUsd: micro(one.dailyCapUsd),
      batchContract: one.batchContract?.toLowerCase() ?? null,
    }),
  )

const wholeCentsOf = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((dollars) => micro(dollars) % microUsdPerCent === 0, 'must be in whole cents')

const Bank = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(70)
      .refine((name) => bankText(name) !== undefined, 'must be in Latin letters'),
    iban: z
      .string()
      .max(50)
      .refine((text) => readIban(text) !== undefined, 'must be an IBAN with right check digits'),
    bic: z
      .string()
      .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must have 8 or 11 characters'),
    feeUsd: wholeCentsOf.default(0),
    minimumUsd: usd.default(20),
    approveAboveUsd: z.number().min(0).max(1_000_000_000),
    charges: z.enum(['shared', 'payer']).default('shared'),
  })
  .transform(
    (one): ConfiguredPayoutBank => ({
      name: one.name,
      iban: readIban(one.iban) ?? '',
      bic: one.bic,
      feeMicroUsd: micro(one.feeUsd),
      minimumMicroUsd: micro(one.minimumUsd),
      approveAboveMicroUsd: micro(one.approveAboveUsd),
      charges: one.charges,
    }),
  )

const Policy = z.strictObject({
  holdDays: z.int().min(0).max(90).default(7),
  addressWaitHours: z.int().min(0).max(168).default(24),
  payee: PayeeNeed.default('none'),
  blockedCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'))
    .max(250)
    .default([]),
})

/**
 * Reads where payouts are sent from (`PAYOUTS`, `PAYOUT_BANK`, `PAYOUT_STRIPE`) and the operator's rules (`PAYOUT_POLICY`). All
 * are JSON; without the first three there are no payouts.
 */
export function readPayoutConfig(
  set: Readonly<Record<string, unknown>>,
  chainIds: readonly number[],
): { config: PayoutConfig; problems: string[] } {
  const problems: string[] = []
  const sources =
    parse(set, { name: 'PAYOUTS', shape: z.array(Source).max(sourcesMax), problems }) ?? []
  const bank = parse(set, { name: 'PAYOUT_BANK', shape: Bank, problems }) ?? null
  const terms = parse(set, { name: 'PAYOUT_STRIPE', shape: PayoutStripe, problems })
  const access = terms === undefined ? undefined : withAccess(terms, set)
  problems.push(...(access?.problems ?? []))
  const policy = parse(set, { name: 'PAYOUT_POLICY', shape: Policy, problems }) ?? Policy.parse({})
  for (const { chainId } of sources)
    if (!chainIds.includes(chainId))
      problems.push(`PAYOUTS: chain ${chainId} is not configured (CHAINS)`)
  if (new Set(sources.map(({ chainId, token }) => `${chainId} ${token}`)).size < sources.length)
    problems.push('PAYOUTS: has a token twice')
  const stripe = access?.stripe ?? null
  return { config: { sources, bank, stripe, policy }, problems }
}

interface Rules<T> {
  name: string
  shape: z.ZodType<T>
  problems: string[]
}

function parse<T>(
  set: Readonly<Record<string, unknown>>,
  { name, shape, problems }: Rules<T>,
): T | undefined {
  const text = set[name]
  if (typeof text !== 'string') return undefined
  const parsed = shape.safeParse(jsonIn(text))
  if (parsed.success) return parsed.data
  problems.push(
    ...parsed.error.issues.map(({ path, message }) =>
      [name, ...(path.length > 0 ? [path.join('.')] : []), message].join(': '),
    ),
  )
  return undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE reported as what it is not: an array or an object
    return undefined
  }
}

function micro(dollars: number): number {
  return Math.round(dollars * 1_000_000)
}
