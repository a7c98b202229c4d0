import { limits } from '@gridloom/contract/core/constants'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anEd25519Line } from '../../../../test/ssh-blobs.ts'
import { readAuthorizedKeys } from './read-authorized-keys.ts'

describe('SSH keys', () => {
  it('are stored with name, type, bits and fingerprint, and listed newest first', async () => {
    await using fixture = await setup()
    const first = await fixture.add(anEd25519Line(1, 'ada@box'))
    expect(first).toMatchObject({ name: 'ada@box', type: 'ssh-ed25519', bits: 256 })
    expect(first.fingerprint).toMatch(/^SHA256:[\w+/]{43}$/)
    const second = await fixture.add(anEd25519Line(2, ''), 'Work laptop')
    expect(await fixture.person.keys.sshKeys()).toEqual([second, first])
  })

  it('without name and comment are named by their type, without control characters', async () => {
    await using fixture = await setup()
    expect(await fixture.add(anEd25519Line(1, ''))).toMatchObject({ name: 'ssh-ed25519' })
    const odd = await fixture.add(anEd25519Line(2, 'a\u001b[31m\u009bb'))
    expect(odd.name).not.toMatch(/\p{Cc}/u)
    await expect(fixture.add(anEd25519Line(3), 'a\u001b[31m\nb')).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { name: expect.any(String) },
    })
  })

  it('are renamed when added again, and keep their name without a new one', async () => {
    await using fixture = await setup()
    const { id } = await fixture.add(anEd25519Line(1), 'old')
    expect(await fixture.add(anEd25519Line(1), 'new')).toMatchObject({ id, name: 'new' })
    expect(await fixture.add(anEd25519Line(1, 'other comment'))).toMatchObject({ id, name: 'new' })
    expect(await fixture.person.keys.sshKeys()).toHaveLength(1)
  })

  it('are rejected with an error at the field', async () => {
    await using fixture = await setup()
    const pasted = `-----BEGIN ${'OPENSSH PRIVATE'} KEY-----`
    await expect(fixture.add(pasted)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { ssh_key: 'This is a private key. Paste the .pub file.' },
    })
    await expect(fixture.add('')).rejects.toMatchObject({
      fields: { ssh_key: 'SSH key is required' },
    })
  })

  it('are subject to a maximum per user, also in concurrent requests', async () => {
    await using fixture = await setup()
    const all = Array.from({ length: limits.sshKeysPerAccount + 1 }, (_, n) =>
      fixture.add(anEd25519Line(n + 1)),
    )
    const ended = await Promise.allSettled(all)
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([{ code: 'limit_reached' }])
  })

  it('require a verified address', async () => {
    await using fixture = await setup()
    await sql`update accounts set email_verified_at = null`.execute(fixture.db)
    await expect(fixture.add(anEd25519Line())).rejects.toMatchObject({ code: 'email_unverified' })
  })

  it('are read as authorized_keys without comments, oldest first, per user', async () => {
    await using fixture = await setup()
    for (const seed of [1, 2]) await fixture.add(anEd25519Line(seed, 'a comment'))
    const { account_id: me } = await fixture.person.accounts.details()
    const { account_id: other } = await fixture.stranger.accounts.details()
    const [mine, others] = [me, other].map((id) => ({ accountId: id, userId: id }))
    if (mine === undefined || others === undefined) throw new RangeError('two were named')
    const linesOf = await readAuthorizedKeys(fixture.db, [mine, others, mine])
    expect(linesOf(mine)).toEqual([anEd25519Line(1, ''), anEd25519Line(2, '')])
    expect(linesOf(others)).toEqual([])
    expect((await readAuthorizedKeys(fixture.db, []))(mine)).toEqual([])
  })

  it('are removed only by their own user', async () => {
    await using fixture = await setup()
    const { id } = await fixture.add(anEd25519Line())
    const params = { id }
    const notFound = { code: 'not_found' }
    await expect(fixture.stranger.keys.removeSshKey({ params })).rejects.toMatchObject(notFound)
    expect(await fixture.stranger.keys.sshKeys()).toEqual([])
    await fixture.person.keys.removeSshKey({ params })
    expect(await fixture.person.keys.sshKeys()).toEqual([])
    await expect(fixture.person.keys.removeSshKey({ params })).rejects.toMatchObject(notFound)
  })

  it('are refused without a valid token', async () => {
    await using fixture = await setup()
    const { keys } = fixture.visitor
    const refused = { status: 401, code: 'unauthorized' }
    const body = { ssh_key: anEd25519Line() }
    await expect(keys.addSshKey({ body })).rejects.toMatchObject(refused)
    await expect(keys.sshKeys()).rejects.toMatchObject(refused)
    const params = { id: 'ssh_01jd3v8q6f7g8h9jkmnpqrstvw' }
    await expect(keys.removeSshKey({ params })).rejects.toMatchObject(refused)
  })
})

async function setup() {
  const server = await startServer()
  const person = server.client(await openAccount(server, { access: false }))
  return {
    person,
    stranger: server.client(await openAccount(server, { access: false })),
    visitor: server.client('made up'),
    db: server.container.db,
    add: (ssh_key: string, name?: string) =>
      person.keys.addSshKey({ body: { ssh_key, ...(name === undefined ? {} : { name }) } }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
