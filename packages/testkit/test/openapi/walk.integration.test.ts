import { expect, it } from 'vitest'
import { callers, isStreamed, openSite, type Site } from './callers.ts'
import type { DocumentedCall } from './document.ts'
import { variations } from './inputs.ts'

/** Calls whose success takes more than an example: a captcha, a code by email, an authenticator, bytes. */
const beyondExamples: readonly string[] = [
  'accounts.enterAccessCode',
  'accounts.picture',
  'auth.addPasskey',
  'auth.confirm',
  'auth.confirmByLogin',
  'auth.connectLogin',
  'auth.endSession',
  'auth.login',
  'auth.loginByProvider',
  'auth.passkeyConfirm',
  'auth.passkeyLogin',
  'auth.providerCallback',
  'auth.redeemLogin',
  'auth.register',
  'auth.updatePassword',
  'auth.verifyOtp',
  'chat.again',
  'chat.ask',
  'chat.readShared',
  'chat.unshare',
  'companies.acceptInvitation',
  'companies.close',
  'companies.declineInvitation',
  'companies.fund',
  'instances.exec',
  'instances.restart',
  'ledger.credit',
  'machines.enrol',
  'machines.measure',
  'machines.remove',
  'models.remove',
  'models.serve',
  'openai.chatCompletions',
  'openai.completions',
  'openai.embeddings',
  'openai.model',
  'operator.withdrawAnnouncement',
  'rendering.download',
  'rendering.finishUpload',
  'rendering.makeDownload',
  'rendering.pause',
  'rendering.picture',
  'rendering.reject',
  'rendering.resume',
  'rendering.retry',
  'rendering.start',
]

/** Building one takes seconds; its own tests read it. */
const bundle = 'installers.agentBundle'

/** Calls that delete what other calls are about come last, in this order. */
const lasts = ['machines.remove', 'companies.close', 'privacy.closeAccount']

it('answers every documented call as the document says, whoever calls and whatever is sent', async () => {
  await using site = await openSite()
  const seen: Seen = { wrong: new Set(), succeeded: new Set() }
  const calls = inOrder(site.document.calls)
  for (const call of calls) await walk(site, call, seen)
  expect([...seen.wrong]).toEqual([])
  const never = calls.map(({ id }) => id).filter((id) => !seen.succeeded.has(id))
  expect(never.sort()).toEqual([...beyondExamples].sort())
}, 120_000)

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
