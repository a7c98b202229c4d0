import { depositsOn } from '../../src/chain/deposit-contracts.ts'
import { testDollar } from '../../src/chain/serve-chain.ts'
import { onRunningChain } from '../../src/chain/start-chain.ts'
import { signIn } from '../../src/sign-up.ts'
import { credentials } from './accounts.ts'
import type { SeedTarget } from './seed-target.ts'

const chainId = 31_337
/** 100 test dollars. */
const units = 100_000_000n

/** Sends test dollars to the renter's deposit address, once: the product credits them. */
export async function seedDeposit(target: SeedTarget, url: string): Promise<void> {
  const renter = target.client(await signIn(target, credentials.renter))
  const { address } = await renter.deposits.createAddress({ body: { chain_id: chainId } })
  const on = depositsOn(onRunningChain(chainId, url))
  if (address !== null && (await on.balanceOf(testDollar, address)) === 0n)
    await on.send(testDollar, address, units)
  await renter.auth.logout()
}
