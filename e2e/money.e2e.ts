import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type Download, expect, type Page, test } from '@playwright/test'
import { chainAccounts } from '../packages/testkit/src/chain/start-chain.ts'
import { callChain, dollarsOf } from './call-chain.ts'
import { expectToLookRight, settled } from './looks.ts'
import { operatorByApi, url } from './operator-api.ts'
import { operator, register, signIn } from './people.ts'
import { destroy, rent, state } from './renting.ts'
import { installWallet } from './test-wallet.ts'

const [renterWallet, providerWallet] = chainAccounts
const root = path.join(import.meta.dirname, '..')
const run = promisify(execFile)
/** The chain on which the wallet starts, and the one of the deposits, which both are answered by the local chain. */
const chains = [1, 31_337].map((id) => ({ id, rpc: callChain }))

/**
 * Money from a wallet through a rented machine to another wallet: real server, database, agent, containers and chain.
 * The renter and the provider are different users in different browsers.
 */
test('a renter’s dollars reach the provider’s wallet, both get papers, and a stranger verifies the receipt', async ({
  browser,
  page,
}) => {
  await using prices = await highPrices()
  const provider = await newPage(browser)
  const extension = await installWallet(page, chains)
  await register(page, `money-${Date.now()}@example.com`)

  await test.step('a declined connection and a declined payment are told, and send nothing', async () => {
    await page.goto('/account?section=billing&tab=deposits')
    await page.getByRole('button', { name: 'Show my deposit address' }).click()
    await page.getByLabel('Pay from your wallet (USDC)').fill('25')
    await extension.act('reject')
    await page.getByRole('button', { name: 'Connect wallet and pay' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Test wallet' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('You declined the request in the wallet.')
    await extension.act('reject payment')
    await dialog.getByRole('button', { name: 'Test wallet' }).click()
    await expect(page.getByText('You declined the request in the wallet.')).toBeVisible()
    await expect(page.getByText('No deposits yet')).toBeVisible()
  })
  await test.step('the wallet was switched to the chain of the deposit', async () => {
    await page.getByRole('button', { name: /^Wallet 0x/ }).click()
    const network = page.getByRole('dialog').getByRole('combobox', { name: 'Network' })
    await expect(network).toHaveValue('Local chain')
    await page.keyboard.press('Escape')
  })
  await test.step('25 dollars are confirmed and credited', async () => {
    const before = await dollarsOf(renterWallet.address)
    await extension.act('accept')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    const deposits = page.getByRole('list', { name: 'Deposits' })
    await expect(deposits.getByText(/^Confirming [1-5]\/5$/)).toBeVisible()
    await expect(deposits.getByText('$25.00 of credit')).toBeVisible()
    expect(before - (await dollarsOf(renterWallet.address))).toBe(25_000_000n)
    await expectToLookRight(page, 'deposits-credited')
  })

  const receipt = await test.step('they pay for a command on this machine', async () => {
    await rent(page, 'Web server', 'money')
    await page.getByRole('tab', { name: 'Exec' }).click()
    // Less than a second of use costs nothing, and has no receipt.
    await page.getByLabel('Command', { exact: true }).fill('sleep 3; echo computed')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('computed', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(state(page, 'Stopped')).toBeVisible()
    await destroy(page)
    await page.getByRole('tab', { name: 'Receipt' }).click()
    await expect(page.getByText(/Matches the ledger/).first()).toBeVisible()
    return downloaded(page, 'Signed receipt')
  })

  await test.step('the provider sees the earnings', async () => {
    await installWallet(provider, chains, providerWallet)
    await signIn(provider, operator)
    await provider.goto(`/machines/${prices.machine}`)
    await expect(figure(provider, 'Earned so far')).not.toHaveText('$0.00')
  })
  await test.step('the provider chooses a wallet, and is paid out to it', async () => {
    await provider.goto('/account?section=wallets')
    await provider.getByRole('button', { name: 'Connect wallet' }).click()
    await provider.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
    await provider.getByRole('button', { name: 'Link connected wallet' }).click()
    const wallets = provider.getByRole('list', { name: 'Wallets' })
    await expect(wallets).toContainText(providerWallet.address)
    await provider.goto('/account?section=billing&tab=payouts')
    await provider.getByRole('button', { name: 'Change payout address' }).click()
    await expect(provider.getByText(/^Words of this address/)).toBeVisible()
    await payOut(provider)
    await expectToLookRight(provider, 'payouts-paid')
    await provider.goto('/operator/payouts')
    await settled(provider)
    await expectToLookRight(provider, 'operator-payouts-paid')
  })

  await run(process.execPath, ['e2e/close-month.ts', process.env.GRIDLOOM_E2E_DATA ?? ''], {
    cwd: root,
  })
  await test.step('when the month is over, both download their papers', async () => {
    expect(await pdfOf(page, 'Invoice')).toMatch(/^%PDF-1\.\d/)
    expect(await pdfOf(provider, 'Self-billing statement')).toMatch(/^%PDF-1\.\d/)
  })
  await test.step('a stranger verifies the receipt without the server, and finds a changed byte', async () => {
    await verify(receipt)
  })
  await provider.context().close()
})

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

/** Requests all that is payable, and waits until the chain has paid it to the wallet. */
async function payOut(page: Page): Promise<void> {
  const before = await dollarsOf(providerWallet.address)
  await page.getByRole('button', { name: 'Request payout' }).click()
  const dialog = page.getByRole('dialog')
  await expectToLookRight(page, 'payout-request')
  const arrives = await dialog.getByText(/^\$[\d.]+ in USDC$/).textContent()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText(providerWallet.address)
  await dialog.getByRole('button', { name: 'Request payout' }).click()
  const payouts = page.getByRole('table', { name: 'Payouts' })
  await expect(payouts.getByText('Paid', { exact: true })).toBeVisible({ timeout: 45_000 })
  const paid = (await dollarsOf(providerWallet.address)) - before
  expect(paid).toBe(microUsdIn(arrives ?? ''))
  expect(paid).toBeGreaterThan(0n)
}

/** `$0.123456 in USDC` in micro-dollars. */
function microUsdIn(text: string): bigint {
  const [, dollars = '', decimals = ''] = /^\$(\d+)\.(\d+)/.exec(text) ?? []
  return BigInt(dollars + decimals.padEnd(6, '0'))
}

/** Downloads the PDF of the first document of a kind, and returns how it begins. */
async function pdfOf(page: Page, kind: string): Promise<string> {
  await page.goto('/account?section=billing&tab=invoices')
  const row = page.getByRole('row').filter({ hasText: kind }).first()
  await expect(row).toBeVisible()
  await expectToLookRight(page, `invoices-${kind.split(' ')[0]}`)
  const name = (await row.getByRole('button', { name: /as PDF$/ }).getAttribute('aria-label')) ?? ''
  return (await readFile(await downloaded(page, name), 'latin1')).slice(0, 8)
}

/** Presses a button that downloads a file, and returns its path. */
async function downloaded(page: Page, button: string): Promise<string> {
  const starts = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download: Download = await starts
  return download.path()
}

/**
 * Checks a receipt as somebody who has the file and the published key: the program knows no server that responds, and
 * no account.
 */
async function verify(file: string): Promise<void> {
  const published: { data: { key: string } } = await (
    await fetch(`${url}/api/receipts/days`)
  ).json()
  const home = test.info().outputPath('stranger')
  const env = { PATH: process.env.PATH, HOME: home, GRIDLOOM_URL: 'http://127.0.0.1:9' }
  const check = (of: string) =>
    run('script/gridloom', ['receipt', 'verify', of, '--key', published.data.key], {
      ...{ cwd: root, env },
    })
  expect((await check(file)).stdout).toMatch(/Receipt +holds/)
  const bytes = await readFile(file)
  const digit = bytes.indexOf('"micro_usd":', bytes.indexOf('"record"')) + '"micro_usd":'.length
  bytes[digit] = bytes[digit] === 0x31 ? 0x32 : 0x31
  const changed = test.info().outputPath('changed.jsonl')
  await writeFile(changed, bytes)
  await expect(check(changed)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The receipt does not hold.'),
  })
}

function figure(page: Page, name: string) {
  return page.getByText(name, { exact: true }).locator('xpath=following-sibling::*[1]')
}

/** A dollar a minute for a slot of this machine, so that seconds of use are worth a payout; as before at the end. */
async function highPrices(): Promise<AsyncDisposable & { machine: string }> {
  const client = await operatorByApi()
  const [machine] = await client.machines.list()
  if (machine === undefined) throw new Error('this machine is missing')
  const { id, pricing } = machine
  const change = (of: typeof pricing) =>
    client.machines.change({ params: { id }, body: { pricing: of } })
  await change({ ...pricing, cpu_slot_micro_usd_per_hour: 60_000_000 })
  return {
    machine: id,
    async [Symbol.asyncDispose]() {
      await change(pricing)
    },
  }
}
