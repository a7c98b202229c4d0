import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { withCompanies } from '../../../../test/companies.ts'
import { type Someone, withPeople } from '../../../../test/people.ts'
import { createRevocationWatch } from './revocation-watch.ts'

describe('answers under way', () => {
  it('stop when their API key is revoked, and those of other keys continue', async () => {
    await using fixture = await setup()
    const { ada, bob } = fixture
    const [key, other] = [await fixture.keyOf(ada), await fixture.keyOf(ada)]
    const [revoked, good] = [fixture.watch(ada, key), fixture.watch(ada, other)]
    const [own, bobs] = [fixture.watch(ada), fixture.watch(bob, await fixture.keyOf(bob))]
    await ada.client.keys.revokeApiKey({ params: { id: key } })
    await expectUnauthorized(revoked.signal)
    await fixture.settled()
    for (const { signal } of [good, own, bobs]) expect(signal.aborted).toBe(false)
  })

  it('stop when the user is suspended, with an API key and without', async () => {
    await using fixture = await setup()
    const { ada, bob, operator } = fixture
    const watched = [fixture.watch(ada), fixture.watch(ada, await fixture.keyOf(ada))]
    const bobs = fixture.watch(bob)
    await operator.operator.suspend({ params: { id: ada.id }, body: { reason: 'spam' } })
    for (const { signal } of watched) await expectUnauthorized(signal)
    expect(bobs.signal.aborted).toBe(false)
  })

  it('stop when the account is closed', async () => {
    await using fixture = await setup()
    const { ada } = fixture
    const watched = [fixture.watch(ada), fixture.watch(ada, await fixture.keyOf(ada))]
    await ada.client.privacy.closeAccount()
    for (const { signal } of watched) await expectUnauthorized(signal)
  })

  it('stop with their own signal, for its reason', async () => {
    await using fixture = await setup()
    const left = new AbortController()
    const { signal } = fixture.revocations.watch(
      { accountId: fixture.ada.id, keyId: null },
      left.signal,
    )
    left.abort(new RangeError('the reader left'))
    expect(signal.reason).toBe(left.signal.reason)
    const late = fixture.revocations.watch({ accountId: fixture.ada.id, keyId: null }, left.signal)
    expect(late.signal.aborted).toBe(true)
  })
})

it('answers under way for a company stop when the user is removed from it', async () => {
  await using fixture = await withCompanies()
  const { company, owner, member } = await fixture.company()
  const { changes, system } = fixture.server.container
  using revocations = createRevocationWatch({ ...system, changes })
  const { signal: never } = new AbortController()
  const watch = (userId: AccountId) =>
    revocations.watch({ accountId: company.id, userId, keyId: null }, never).signal
  const [left, watched] = [watch(member.id), watch(owner.id)]
  const params = { id: company.id, account_id: member.id }
  await owner.client.companies.removeMember({ params })
  await expectUnauthorized(left)
  expect(watched.aborted).toBe(false)
})

it('answers under way continue when the user signs out', async () => {
  await using fixture = await setup()
  const { ada } = fixture
  const { signal } = fixture.watch(ada)
  await ada.client.auth.logout()
  await fixture.settled()
  expect(signal.aborted).toBe(false)
})

it('does not abort an answer that has ended', async () => {
  await using fixture = await setup()
  const { ada } = fixture
  const key = await fixture.keyOf(ada)
  const ended = fixture.watch(ada, key)
  const going = fixture.watch(ada, key)
  ended.end()
  await ada.client.keys.revokeApiKey({ params: { id: key } })
  await expectUnauthorized(going.signal)
  expect(ended.signal.aborted).toBe(false)
})

function expectUnauthorized(signal: AbortSignal): Promise<void> {
  return expect
    .poll(() => signal.reason, { timeout: 5_000 })
    .toMatchObject({ code: 'unauthorized' })
}

async function setup() {
  const fixture = await withPeople()
  const { container } = fixture.server
  const { changes, system } = container
  const revocations = createRevocationWatch({ ...system, changes })
  const [ada, bob] = [await fixture.someone('ada'), await fixture.someone('bob')]
  const never = new AbortController().signal
  const watch = ({ id: accountId }: { id: AccountId }, keyId: ApiKeyId | null = null) =>
    revocations.watch({ accountId, userId: accountId, keyId }, never)
  return {
    ...fixture,
    ada,
    bob,
    revocations,
    watch,
    async keyOf({ client }: Someone): Promise<ApiKeyId> {
      const made = await client.keys.generateApiKey({
        body: { name: 'k', scopes: ['models:use'] },
      })
      return made.api_key.id
    },
    /** Resolves once a later change was handled, so that all changes before it were checked. */
    async settled() {
      const mark = fixture.operator
      const witness = await fixture.someone('witness')
      const { signal } = watch(witness)
      await mark.operator.suspend({ params: { id: witness.id }, body: { reason: 'test' } })
      await expectUnauthorized(signal)
    },
    async [Symbol.asyncDispose]() {
      revocations[Symbol.dispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
