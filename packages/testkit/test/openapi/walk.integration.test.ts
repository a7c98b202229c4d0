import { api } from '@gridloom/contract/api'
import { expect, it } from 'vitest'
import { callers, exchange, isStreamed, openSite, type Site } from './callers.ts'
import type { DocumentedCall } from './document.ts'
import { variations } from './inputs.ts'
import { allPrepared } from './prepared/all-prepared.ts'
import { openPreparedSite, type PreparedSite } from './prepared/prepared-site.ts'

/** Calls whose success takes an authenticator, a wallet, a sign-in provider, a container, a registry, a toolbox, bytes, a seller or a day that is over, which their own tests have. */
const byOthers: readonly string[] = [
  'auth.addPasskey',
  'auth.confirmByLogin',
  'auth.connectLogin',
  'auth.linkWallet',
  'auth.loginByProvider',
  'auth.passkeyConfirm',
  'auth.passkeyLogin',
  'auth.providerCallback',
  'auth.redeemLogin',
  'auth.walletConfirm',
  'auth.walletLogin',
  'backups.cancel',
  'backups.removePoint',
  'backups.restore',
  'backups.run',
  'cards.changeAutoTopUp',
  'cards.choose',
  'cards.operatorRefund',
  'cards.pay',
  'cards.refund',
  'cards.remove',
  'cards.setup',
  'channels.connect',
  'channels.finish',
  'channels.reconnect',
  'channels.verify',
  'clusters.create',
  'clusters.measure',
  'clusters.start',
  'clusters.stop',
  'deposits.createAddress',
  'deposits.createGasless',
  'deposits.createQuote',
  'deposits.signGasless',
  'invoices.credit',
  'media.sendUpload',
  'missions.claim',
  'missions.decide',
  'payouts.cancel',
  'payouts.cancelBankAccount',
  'payouts.changeBankAccount',
  'payouts.changeSettings',
  'payouts.createFile',
  'payouts.downloadFile',
  'payouts.executeFile',
  'payouts.openStripe',
  'payouts.quote',
  'payouts.recordReturn',
  'payouts.reject',
  'payouts.removeBankAccount',
  'payouts.removeStripeAccount',
  'payouts.request',
  'payouts.resolve',
  'posts.create',
  'posts.edit',
  'posts.file',
  'posts.posted',
  'posts.retry',
  'prices.file',
  'snapshots.cancelMove',
  'snapshots.create',
  'snapshots.move',
  'snapshots.order',
  'ssh.server',
  'templates.checkImage',
  'wallet.cancelPayoutAddress',
  ...Object.keys(api.files).map((name) => `files.${name}`),
]

/** Building one takes seconds; its own tests read it. */
const bundle = 'installers.agentBundle'

/** Calls that delete what other calls are about come last, in this order. */
const lasts = ['machines.remove', 'companies.close', 'privacy.closeAccount']

it('answers every documented call as the document says, whoever calls and whatever is sent', async () => {
  await using site = await openSite()
  const seen: Seen = { wrong: new Set(), succeeded: new Set() }
  const calls = inOrder(site.document.calls)
  for (const call of calls) {
    if (call.id.startsWith('instances.')) await site.settled()
    await walk(site, call, seen)
  }
  expect([...seen.wrong]).toEqual([])
  const never = calls.map(({ id }) => id).filter((id) => !seen.succeeded.has(id))
  expect(never.sort()).toEqual([...byOthers, ...Object.keys(allPrepared)].sort())
}, 240_000)

it('answers as the document says where success takes more than an example', async () => {
  await using site = await openPreparedSite()
  const problems = await Promise.all(
    Object.keys(allPrepared).map(async (id) => `${id}: ${await problemOf(site, id)}`),
  )
  expect(problems.filter((problem) => !problem.endsWith(': none'))).toEqual([])
}, 240_000)

/** Why a prepared call did not succeed, or what its answer says that the document does not. */
async function problemOf(site: PreparedSite, id: string): Promise<string> {
  const call = site.callNamed(id)
  const prepared = await allPrepared[id]?.(site).catch((cause: unknown) => String(cause))
  if (prepared === undefined || typeof prepared === 'string') return `not prepared: ${prepared}`
  const { token, ...given } = prepared
  const input = { params: {}, query: {}, headers: {}, body: undefined, ...given }
  const answer = await exchange(site.product.server.url, { call, input, token })
  if (answer.status >= 400) return `${answer.status} ${JSON.stringify(answer.body)}`
  return site.document.contradiction(call, answer) ?? 'none'
}

interface Seen {
  /** Properties of answers that the document does not describe. */
  wrong: Set<string>
  /** Calls that were answered with success at least once, so that their answers were compared. */
  succeeded: Set<string>
}

async function walk(site: Site, call: DocumentedCall, { wrong, succeeded }: Seen): Promise<void> {
  const usual = site.inputFor(call)
  const others = isStreamed(call) ? [] : variations(call, usual, 7)
  const tries = [
    ...callers.map((caller) => [caller, usual] as const),
    ...others.map((input) => [site.entitled(call), input] as const),
  ]
  for (const [caller, input] of tries) {
    const answer = await site.send(call, caller, input)
    if (answer.status < 400) succeeded.add(call.id)
    const problem = site.document.contradiction(call, answer)
    if (problem === undefined) continue
    const body = JSON.stringify(answer.body)?.slice(0, 200)
    wrong.add(`${call.id} as ${caller}: ${problem} ${body}`)
  }
}

/** Reads first, then writes, then what deletes. */
function inOrder(calls: readonly DocumentedCall[]): DocumentedCall[] {
  const rank = ({ id, method }: DocumentedCall) =>
    lasts.includes(id) ? 10 + lasts.indexOf(id) : method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1
  return calls
    .filter(({ id, operation }) => id !== bundle && !('101' in operation.responses))
    .toSorted((one, other) => rank(one) - rank(other))
}
