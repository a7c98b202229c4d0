import { ApiKeyId, SshKeyId } from '@gridloom/contract/core/ids'
import type { ApiKey } from '@gridloom/contract/keys/api-key'
import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import { ModelId } from '@gridloom/contract/models/model-id'
import { describe, expect, it } from 'vitest'
import { type Call, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'

const key = `glk_${'k'.repeat(43)}`

describe('keys', () => {
  it('list shows the spend of each, and never a key', async () => {
    await using world = await aWorld({ answers: { 'keys.apiKeys': () => [aKey()] } })
    const { stdout } = await world.run('keys', 'list')
    expect(stdout).toContain('build machine')
    expect(stdout).toMatch(/\$1\.50 .*\$20\.00/)
    expect(stdout).toContain('never')
    expect(JSON.parse((await world.run('keys', 'list', '--json')).stdout)).toEqual([aKey()])
  })

  it('list explains how to create one when there is none', async () => {
    await using world = await aWorld({ answers: { 'keys.apiKeys': () => [] } })
    expect((await world.run('keys', 'list')).stdout).toContain('gridloom keys create')
  })

  it('create sends scopes, budget and expiry, and prints only the key', async () => {
    const calls: Call[] = []
    await using world = await aWorld({ answers: making(calls) })
    const words = ['--scope', 'market:read', '--scope', 'instances:write', '--budget', '20']
    const ran = await world.run('keys', 'create', 'build machine', ...words, '--days', '1')
    expect(ran).toMatchObject({ code: 0, stdout: `${key}\n` })
    expect(calls[0]?.body).toEqual({
      name: 'build machine',
      scopes: ['market:read', 'instances:write'],
      budget_micro_usd: 20_000_000,
      expires_at: '2026-11-22T10:00:00.000Z',
    })
  })

  it('create sends the budget period and the allowed models', async () => {
    const calls: Call[] = []
    await using world = await aWorld({ answers: making(calls) })
    const scope = ['--scope', 'models:use']
    const limits = ['--budget', '1', '--budget-period', 'daily', '--models', 'org/one, org/two']
    await world.run('keys', 'create', 'notebook', ...scope, ...limits)
    expect(calls[0]?.body).toMatchObject({
      budget_micro_usd: 1_000_000,
      budget_period: 'daily',
      models: ['org/one', 'org/two'],
    })
  })

  it('create rejects a period without a budget, an unknown period, and an invalid model id', async () => {
    await using world = await aWorld()
    for (const wrong of [
      ['--budget-period', 'daily'],
      ['--budget', '1', '--budget-period', 'hourly'],
      ['--models', 'gpt'],
    ]) {
      const ran = await world.run('keys', 'create', 'x', '--scope', 'models:use', ...wrong)
      expect([wrong, ran.code]).toEqual([wrong, 2])
    }
    expect(world.server.calls).toEqual([])
  })

  it('list shows budget periods and allowed models', async () => {
    const limited = {
      ...aKey(),
      budget_period: 'daily' as const,
      budget_resets_at: '2026-11-22T00:00:00.000Z',
      models: [ModelId.parse('org/one')],
    }
    await using world = await aWorld({ answers: { 'keys.apiKeys': () => [limited] } })
    const { stdout } = await world.run('keys', 'list')
    expect(stdout).toContain('$20.00 daily')
    expect(stdout).toContain('org/one')
  })

  it('create requires known scopes, before it calls the server', async () => {
    await using world = await aWorld()
    expect(await world.run('keys', 'create', 'x')).toMatchObject({ code: 2 })
    const wrong = await world.run('keys', 'create', 'x', '--scope', 'all')
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--scope must be one of account:read')
    expect(world.server.calls).toEqual([])
  })

  it('create suggests to sign in again when re-authentication is required', async () => {
    const answers = { 'keys.generateApiKey': () => new Refusal('confirmation_required') }
    await using world = await aWorld({ answers })
    const { stderr, code } = await world.run('keys', 'create', 'x', '--scope', 'market:read')
    expect(stderr).toContain('gridloom login')
    expect(code).toBe(3)
  })

  it('create asks for the password when re-authentication is required, and then creates the key', async () => {
    const confirmed: unknown[] = []
    const answers = {
      'keys.generateApiKey': () =>
        confirmed.includes('right')
          ? { key: 'glk_secret', api_key: aKey() }
          : new Refusal('confirmation_required'),
      'accounts.details': () => someDetails,
      'auth.confirm': ({ body }: Call) => {
        const { password } = Object(body)
        confirmed.push(password)
        return password === 'right' ? {} : new Refusal('credentials_wrong')
      },
    }
    await using world = await aWorld({ answers, person: ['wrong', 'right'] })
    const { stdout, code } = await world.run('keys', 'create', 'x', '--scope', 'market:read')
    expect({ code, confirmed }).toEqual({ code: 0, confirmed: ['wrong', 'right'] })
    expect(stdout).toContain('glk_secret')
  })

  it('create names the browser when re-authentication is required and there is no password', async () => {
    const answers = {
      'keys.generateApiKey': () => new Refusal('confirmation_required'),
      'accounts.details': () => ({ ...someDetails, has_password: false }),
    }
    await using world = await aWorld({ answers, person: [] })
    const { stderr, code } = await world.run('keys', 'create', 'x', '--scope', 'market:read')
    expect(code).toBe(1)
    expect(stderr).toContain(`${world.server.url}/account`)
  })

  it('revoke accepts a name', async () => {
    const calls: Call[] = []
    await using world = await aWorld({
      answers: {
        'keys.apiKeys': () => [aKey()],
        'keys.revokeApiKey': (call) => {
          calls.push(call)
          return {}
        },
      },
    })
    expect((await world.run('keys', 'revoke', 'build machine')).stdout).toContain(
      'Revoked build machine.',
    )
    expect(calls[0]?.params).toEqual({ id: aKey().id })
    expect((await world.run('keys', 'revoke', 'other')).code).toBe(4)
  })
})

describe('ssh-keys', () => {
  it('list shows fingerprints as ssh-keygen does', async () => {
    await using world = await aWorld({ answers: { 'keys.sshKeys': () => [anSshKey()] } })
    expect((await world.run('ssh-keys', 'list')).stdout).toContain('SHA256:abc')
  })

  it('add sends the content of the file, or of standard input', async () => {
    const calls: Call[] = []
    await using world = await aWorld({
      files: { 'id.pub': 'ssh-ed25519 AAAA ada@box\n' },
      stdin: 'ssh-ed25519 BBBB\n',
      answers: {
        'keys.addSshKey': (call) => {
          calls.push(call)
          return anSshKey()
        },
      },
    })
    expect((await world.run('ssh-keys', 'add', 'id.pub')).stdout).toBe('Added laptop: SHA256:abc\n')
    await world.run('ssh-keys', 'add', '-', '--name', 'laptop')
    expect(calls.map(({ body }) => body)).toEqual([
      { ssh_key: 'ssh-ed25519 AAAA ada@box' },
      { ssh_key: 'ssh-ed25519 BBBB', name: 'laptop' },
    ])
  })

  it('add sends no private key', async () => {
    const files = { id: `-----BEGIN ${'OPENSSH PRIVATE'} KEY-----` }
    await using world = await aWorld({ files })
    const ran = await world.run('ssh-keys', 'add', 'id')
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('This is a private key.')
    expect((await world.run('ssh-keys', 'add', 'missing')).code).toBe(2)
    expect(world.server.calls).toEqual([])
  })

  it('remove accepts the end of an id', async () => {
    await using world = await aWorld({
      answers: { 'keys.sshKeys': () => [anSshKey()], 'keys.removeSshKey': () => ({}) },
    })
    expect((await world.run('ssh-keys', 'remove', 'pqrstvw')).stdout).toBe('Removed laptop.\n')
  })
})

describe('a key instead of a session', () => {
  it('is stored by login, even if it may not read its account', async () => {
    await using world = await aWorld({
      token: undefined,
      answers: { 'accounts.details': () => new Refusal('scope_missing') },
    })
    expect((await world.run('login', '--key', key)).stdout).toContain('with an API key.')
    expect(world.storedToken()).toBe(key)
  })

  it('is rejected by login when it is malformed or unknown', async () => {
    const answers = { 'accounts.details': () => new Refusal('unauthorized') }
    await using world = await aWorld({ answers })
    expect((await world.run('login', '--key', 'token')).code).toBe(2)
    expect((await world.run('login', '--key', key)).code).toBe(3)
    expect(world.storedToken()).toBe('good-token')
  })

  it('from the environment is used for the call, and leaves the stored token alone', async () => {
    await using world = await aWorld({ given: key, answers: { 'keys.sshKeys': () => [] } })
    await world.run('ssh-keys', 'list')
    expect(world.server.calls.map(({ token }) => token)).toEqual([key])
    expect(world.storedToken()).toBe('good-token')
  })

  it('is deleted by logout, and stays valid', async () => {
    await using world = await aWorld({ token: key })
    const ran = await world.run('logout')
    expect(ran.stderr).toContain('remains valid until it is revoked')
    expect(world.server.calls).toEqual([])
    expect(world.storedToken()).toBeUndefined()
  })
})

function making(calls: Call[]) {
  return {
    'keys.generateApiKey': (call: Call) => {
      calls.push(call)
      return { key, api_key: aKey() }
    },
  }
}

function aKey(): ApiKey {
  return {
    id: ApiKeyId.parse('key_01jd3v8q6f7g8h9jkmnpqrstvw'),
    name: 'build machine',
    starts_with: 'glk_kkkk',
    scopes: ['market:read'],
    budget_micro_usd: 20_000_000,
    budget_period: 'never',
    project: null,
    budget_resets_at: null,
    spent_micro_usd: 1_500_000,
    held_micro_usd: 20_000,
    models: null,
    expires_at: null,
    created_at: '2026-11-21T09:00:00.000Z',
    created_by: 'ada',
    last_used_at: null,
    last_used_address: null,
  }
}

function anSshKey(): SshKey {
  return {
    id: SshKeyId.parse('ssh_01jd3v8q6f7g8h9jkmnpqrstvw'),
    name: 'laptop',
    type: 'ssh-ed25519',
    bits: 256,
    fingerprint: 'SHA256:abc',
    created_at: '2026-11-21T09:00:00.000Z',
  }
}

const someDetails = { email: 'ada@example.com', has_password: true }
